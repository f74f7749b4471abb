"""Fits what the bots of Noch mal! know; nothing here runs when people play."""
