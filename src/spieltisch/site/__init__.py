"""Spieltisch as plain files: the client, and the bundle with which a browser needs no server.

`files` knows both as they are installed, `bundle` makes the bundle (from a clone), and `write` lays
a site down that any file server can hold.
"""
