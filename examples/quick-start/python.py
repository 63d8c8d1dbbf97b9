# Find a food and print the energy and protein in 250 g of it.
from larder import Client, portion


def text(value):
    return "unknown" if value is None else f"{value:g}"


with Client("http://localhost:8080") as larder:
    food = larder.search("whole milk", limit=1)[0]

glass = portion(food, 250)
print(f"{food.name}, {glass.grams:g} g")
print(f"energy: {text(glass.calories_kcal)} kcal")
print(f"protein: {text(glass.protein_g)} g")
