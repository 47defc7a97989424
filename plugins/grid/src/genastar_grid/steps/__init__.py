"""Problems that step from cell to cell, and their choice by options."""
