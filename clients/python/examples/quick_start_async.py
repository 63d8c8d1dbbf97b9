"""Looks up several barcodes at the same time: `python3 quick_start_async.py 0051500255162 0044000072988`."""

import asyncio
import os
import sys

from larder import AsyncClient


async def main() -> None:
    url = os.environ.get("LARDER_URL", "http://127.0.0.1:8080")
    async with AsyncClient(url, os.environ.get("LARDER_API_KEY")) as larder:
        foods = await asyncio.gather(*(larder.barcode(code) for code in sys.argv[1:]))
    for code, food in zip(sys.argv[1:], foods):
        print(code, "not found" if food is None else food.name)


asyncio.run(main())
