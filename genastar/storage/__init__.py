"""Files in which genastar keeps arrays and worlds."""
