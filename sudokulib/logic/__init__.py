"""Deductions as data: steps, the facts they rest on, their checker and their wording."""
