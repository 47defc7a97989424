"""What runs as machine code: the loops, the open lists, the queues, and the memory that they see."""
