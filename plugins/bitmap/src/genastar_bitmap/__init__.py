"""bitmap"""
