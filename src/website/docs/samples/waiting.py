# Asks again when the limit is used up (429) or the service is away for a moment (503), after the
# time that Retry-After says. Not sooner: that would only be refused again.
import json
import time
from urllib.error import HTTPError
from urllib.request import urlopen


def ask(address, tries=5):
    for left in reversed(range(tries)):
        try:
            with urlopen(address) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code not in (429, 503) or left == 0:
                raise
            time.sleep(int(error.headers.get("Retry-After", 1)))


categories = ask("http://localhost:8080/foods/categories")
print(categories[0]["category"])
