"""Travel profiles: what the tags of OpenStreetMap allow a traveller, and how fast."""
