"""The tree of constraints, for algorithms that resolve conflicts one by one."""
