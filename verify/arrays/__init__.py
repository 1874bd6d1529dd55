"""Checks with numpy, for many states: labellings, surveys and tables of lower bounds."""
