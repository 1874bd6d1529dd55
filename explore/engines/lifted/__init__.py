"""Labelled pieces as a lift of the graph that does not tell them apart."""
