"""Labelled pieces as a lift of the graph in which they are interchangeable."""
