"""What must still hold for machine code that was made earlier: types, names, containers and arrays."""
