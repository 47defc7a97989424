"""Least-cost paths over rasters: costs per metre, or elevations and a function of slope."""
