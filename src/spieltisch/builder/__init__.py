"""Makes one module of a game's kernels: machine code for this machine, or WebAssembly.

Numba types and lowers the kernels (`lower`); all that they call is linked flat into one module,
with an entry for everything that is exported (`entries`), optimised as a whole and emitted
(`module`); `elf` turns the object into an image that `core.code_image` loads, `wasm` links it for
browsers. These are private parts of Numba and llvmlite, so both are pinned.
"""
