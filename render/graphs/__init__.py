"""Pictures of state graphs: scenes made of a `puzzleproof.models.graph_view.GraphView`."""
