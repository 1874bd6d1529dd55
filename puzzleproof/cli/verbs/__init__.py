"""One file a verb: ``add_arguments(parser)`` and ``run(options) -> exit code``."""
