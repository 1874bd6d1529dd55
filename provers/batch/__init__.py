"""Many proofs: jobs, the workers that do them, and the ledger that keeps results.

A *job* is plain data.  Any *worker* can do it: a process of this machine (`pool`) or of a Dask
cluster (`cluster`).  A report of a ledger or of a worker elsewhere is checked before it counts
(`pool`, `jobs`).  `ledger` skips the jobs that it answers.
"""
