"""What is made of answers: pictures."""
