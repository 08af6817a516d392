"""Another revision of the library beside this one: which answers differ, and which is faster."""
