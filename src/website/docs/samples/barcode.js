// The food with this barcode, or undefined: a code that nobody has is 404.
async function foodWithBarcode(code) {
  const answer = await fetch(`http://localhost:8080/barcode/${encodeURIComponent(code)}`)
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return answer.json()
}

const food = await foodWithBarcode('015887170128')
console.log(food ? `${food.name} (${food.barcode})` : 'No food has this barcode.')
