"""The queues of frontiers whose order is not that of the costs alone."""
