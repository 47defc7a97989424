"""The template domain: a plain with walls and mud. `genastar.load("pond.template.txt")` reads one."""
