"""Fast search of state graphs, over states packed into integers."""
