"""Atlas: surveys of all piece sets of a stock, and proofs of the hardest starts.

A *stock* says how many pieces of each shape a board may have; a *piece set* is one choice of these
numbers.  A *survey* of a piece set visits all its states.  It counts the states and the components
of their graph, and finds in each component with a goal the start that is farthest from its nearest
goal.  One search makes a survey, so its statistics are *claimed*.  The minimum of each hardest
start is then proven like any other minimum, with a certificate.
"""
