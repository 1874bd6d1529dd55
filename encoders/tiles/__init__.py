"""Sliding tiles, from geometry to tasks."""
