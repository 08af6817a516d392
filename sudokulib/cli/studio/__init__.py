"""The studio: a puzzle as text beside its picture, in a browser, from a server on this machine."""
