"""Search strategies for sliding tiles, metric ``single``: heuristics, pattern databases, IDA*."""
