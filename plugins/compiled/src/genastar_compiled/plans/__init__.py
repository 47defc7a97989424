"""Plans and programs: what is known of requests of one shape, and their machine code."""
