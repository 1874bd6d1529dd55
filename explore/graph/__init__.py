"""A state graph held whole, in plain Python."""
