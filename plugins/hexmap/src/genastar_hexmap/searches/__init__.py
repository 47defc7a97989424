"""Problems that step from hex to hex, and turns as a cost."""
