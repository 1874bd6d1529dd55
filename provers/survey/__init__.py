"""What a state graph looks like as a whole."""
