"""Many proofs: jobs, the processes or machines that do them, and the ledger that keeps the results.

A *job* is one puzzle in one metric with a request and limits; an *outcome* is its verdict with the
certificate's bytes, or the reason why there is none.  `jobs.run_job` turns one into the other
anywhere; `pool` calls it in processes here, `cluster` on other machines.
"""
