// Name, brand and energy of the five best foods for "whole milk". Node 18 and later, Deno, browsers.
const query = new URLSearchParams({ q: 'whole milk', limit: '5' })
const answer = await fetch(`http://localhost:8080/search?${query}`)
if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)

for (const food of await answer.json()) {
  console.log(`${food.name}, ${food.brand ?? 'no brand'}: ${food.calories_kcal ?? 'unknown'} kcal`)
}
