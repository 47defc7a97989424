"""What is made before any question is asked: contraction hierarchies."""
