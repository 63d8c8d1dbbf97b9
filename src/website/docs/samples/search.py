# Prints name, brand and energy of the top five results for "whole milk". Python 3.9 and later.
import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({"q": "whole milk", "limit": 5})
with urlopen(f"http://localhost:8080/search?{query}") as response:
    foods = json.load(response)

for food in foods:
    energy = food["calories_kcal"]
    print(f"{food['name']}, {food['brand'] or 'no brand'}: {'unknown' if energy is None else energy} kcal")
