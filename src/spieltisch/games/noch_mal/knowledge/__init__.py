"""What the bots of Noch mal! know: networks and tables, with their weights as data."""
