"""What is made of answers: pictures, reachable hexes, and answers to many questions."""
