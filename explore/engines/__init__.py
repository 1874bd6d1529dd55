"""What runs a breadth-first search: plain Python, arrays, compiled code, lifts."""
