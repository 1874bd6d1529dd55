"""All solutions of a set of cubes, counted in several ways."""
