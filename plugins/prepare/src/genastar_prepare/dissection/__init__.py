"""Customizable hierarchies: an order by nested dissection, and weights that are put in later."""
