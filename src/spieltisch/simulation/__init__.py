"""Many games at once: batches that give the same result on one core, on many, or elsewhere."""
