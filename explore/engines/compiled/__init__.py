"""The optional accelerator: searches of wide states, compiled by numba."""
