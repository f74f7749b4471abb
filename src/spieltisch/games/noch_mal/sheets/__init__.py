"""Sheets: the printed ones, new ones, and blank ones on paper."""
