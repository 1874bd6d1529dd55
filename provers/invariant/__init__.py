"""Evidence by algebra: an argument about all states, found and checked in little time."""
