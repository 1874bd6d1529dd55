"""Many proofs: jobs, the workers that do them, and the ledger that keeps results.

A *job* is plain data that is done by any *worker*, a process here (`pool`) or of a Dask cluster
(`cluster`).  What a worker elsewhere or a ledger reports is checked before it is an answer (`work`,
`checked`).  `batch` leaves out what the ledger answers, and shares the rest with other programs.
"""
