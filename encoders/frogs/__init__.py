"""Frogs and toads, from geometry to a task."""
