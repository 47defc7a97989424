"""Machine code: the loops, the open lists, the queues, and their memory."""
