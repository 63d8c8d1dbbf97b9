// Prints name, brand and energy of the top five results for "whole milk". Node 18 and later, Deno, browsers.
const query = new URLSearchParams({ q: 'whole milk', limit: '5' })
const response = await fetch(`http://localhost:8080/search?${query}`)
if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)

for (const food of await response.json()) {
  console.log(`${food.name}, ${food.brand ?? 'no brand'}: ${food.calories_kcal ?? 'unknown'} kcal`)
}
