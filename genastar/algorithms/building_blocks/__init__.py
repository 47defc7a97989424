"""What algorithms are built of, and users do not choose: wrappers of problems, counts, rounds, sums and step costs."""
