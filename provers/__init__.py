"""Lower and upper bounds, the evidence for them, and the verdict that follows."""
