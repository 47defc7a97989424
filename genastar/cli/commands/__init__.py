"""The commands, one a module. `genastar.cli.app` imports a command when it is called."""
