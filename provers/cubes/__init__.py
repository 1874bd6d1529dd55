"""All solutions of a set of cubes, counted by several methods."""
