// Nutrients in a 30 g portion: value × grams ÷ 100. Unknown values stay unknown.
function portion(value, grams) {
  return value === null ? 'unknown' : Math.round(((value * grams) / 100) * 10) / 10
}

const response = await fetch('http://localhost:8080/barcode/051500255162')
if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
const food = await response.json()

console.log(`energy: ${portion(food.calories_kcal, 30)} kcal`)
console.log(`protein: ${portion(food.protein_g, 30)} g`)
