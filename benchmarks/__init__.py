"""Measurements, run by ``make bench``; ratios against a reference taken in the same run."""
