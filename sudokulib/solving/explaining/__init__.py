"""Steps for people: in words, as notation, as data; hints."""
