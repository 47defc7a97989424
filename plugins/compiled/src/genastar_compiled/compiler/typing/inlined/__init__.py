"""What is written where it is used: functions inside of functions, generators, and what goes over them."""
