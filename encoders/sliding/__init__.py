"""Sliding blocks, from geometry to tasks."""
