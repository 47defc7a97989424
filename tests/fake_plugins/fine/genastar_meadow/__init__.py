"""A fake plugin that is fine: a text file of grass and walls."""
