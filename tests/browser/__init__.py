"""Python in a browser: what stands in for NumPy, and how kernels are found."""
