"""The template domain: a plain with walls and mud. `genastar.load("pond.find_template.txt")` reads one."""
