"""Prints what is in a glass of milk: `python3 quick_start.py "whole milk" 250`."""

import os
import sys

from larder import Client, portion

query, grams = sys.argv[1], float(sys.argv[2])
with Client(
    os.environ.get("LARDER_URL", "http://127.0.0.1:8080"), os.environ.get("LARDER_API_KEY")
) as larder:
    foods = larder.search(query, limit=1)
    if not foods:
        sys.exit(f"no food matches {query}")
    nutrients = portion(foods[0], grams)
    print(foods[0].name, f"{grams:g} g", sep=", ")
    for name in ("calories_kcal", "protein_g", "fiber_g"):
        value = getattr(nutrients, name)
        print(name, "unknown" if value is None else round(value, 1))
