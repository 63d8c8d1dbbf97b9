# Looks up a food by barcode. The API returns 404 for an unknown barcode.
import json
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen


def food_with_barcode(code):
    try:
        with urlopen(f"http://localhost:8080/barcode/{quote(code, safe='')}") as response:
            return json.load(response)
    except HTTPError as error:
        if error.code == 404:
            return None
        raise


food = food_with_barcode("051500255162")
print(f"{food['name']} ({food['barcode']})" if food else "Barcode not found.")
