"""Surveys of whole state graphs."""
