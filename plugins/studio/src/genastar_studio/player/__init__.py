"""The player of recorded searches: recordings, the gallery, and the page in one text."""
