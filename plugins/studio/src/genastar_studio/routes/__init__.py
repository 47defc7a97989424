"""The paths of the service: a function for each, and the files of the page."""
