"""Almost locked sets."""
