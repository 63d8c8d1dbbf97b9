# Nutrients in a 30 g portion: value × grams ÷ 100. Unknown values stay unknown.
import json
from urllib.request import urlopen


def portion(value, grams):
    return "unknown" if value is None else f"{round(value * grams / 100, 1):g}"


with urlopen("http://localhost:8080/barcode/051500255162") as response:
    food = json.load(response)

print(f"energy: {portion(food['calories_kcal'], 30)} kcal")
print(f"protein: {portion(food['protein_g'], 30)} g")
