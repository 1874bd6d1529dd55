"""The state graph as a whole: fast search over packed integer states."""
