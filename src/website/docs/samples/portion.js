// What 30 g of a food hold: value × grams ÷ 100. What is unknown stays unknown.
function portion(value, grams) {
  return value === null ? 'unknown' : Math.round(((value * grams) / 100) * 10) / 10
}

const answer = await fetch('http://localhost:8080/barcode/015887170128')
if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
const food = await answer.json()

console.log(`energy: ${portion(food.calories_kcal, 30)} kcal`)
console.log(`protein: ${portion(food.protein_g, 30)} g`)
