# What 30 g of a food hold: value × grams ÷ 100. What is unknown stays unknown.
import json
from urllib.request import urlopen


def portion(value, grams):
    return "unknown" if value is None else f"{round(value * grams / 100, 1):g}"


with urlopen("http://localhost:8080/barcode/015887170128") as answer:
    food = json.load(answer)

print(f"energy: {portion(food['calories_kcal'], 30)} kcal")
print(f"protein: {portion(food['protein_g'], 30)} g")
