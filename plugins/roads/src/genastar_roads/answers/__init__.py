"""What is told of searches: routes and other routes, matrices, and how far one comes."""
