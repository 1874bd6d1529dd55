"""Atlas: every piece set of a piece multiset surveyed, and the hardest starts proven.

A *survey* of a set visits all states.  It counts them and their components, and finds in each
component with a goal the start that is farthest from its nearest goal.  One search makes it, so its
statistics are *claimed*.  The minimum of a start is then proven like any other, with a certificate.
"""
