"""Hub labels: their preparation, and answers by merging two labels."""
