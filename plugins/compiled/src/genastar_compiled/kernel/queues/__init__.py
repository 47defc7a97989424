"""Priority queues in machine code."""
