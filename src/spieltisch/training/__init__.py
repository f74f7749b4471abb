"""What fits the weights of bots; nothing here runs when people play."""
