"""Atlas: every piece set of a stock surveyed, and the hardest starts proven.

A *survey* of a set looks at all placements: how many there are, how many components they form, and
in each component that has a goal the start that is farthest from its nearest goal.  It is the
answer of one search, *claimed*; that a start has the minimum it is said to have is then proven like
any other, with a certificate.
"""
