# Retries after 429 (rate limit exceeded) or 503 (temporarily unavailable) and waits as long as the
# Retry-After header says. Retrying sooner would only be rejected again.
import json
import time
from urllib.error import HTTPError
from urllib.request import urlopen


def get_with_retry(url, attempts=5):
    for remaining in reversed(range(attempts)):
        try:
            with urlopen(url) as response:
                return json.load(response)
        except HTTPError as error:
            if error.code not in (429, 503) or remaining == 0:
                raise
            time.sleep(int(error.headers.get("Retry-After", 1)))


categories = get_with_retry("http://localhost:8080/foods/categories")
print(categories[0]["category"])
