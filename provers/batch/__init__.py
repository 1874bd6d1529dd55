"""Many proofs: jobs, the workers that do them, and the ledger that keeps results.

A *job* is plain data.  Any *worker* can do it: a process of this machine (`pool`) or of a Dask
cluster (`cluster`).  A *report*, an outcome from a ledger or from a worker on another machine, is
checked before it counts (`pool`, `jobs`).  Jobs that the ledger already answers are not done again.
"""
