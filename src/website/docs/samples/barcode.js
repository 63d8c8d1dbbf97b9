// Looks up a food by barcode. The API returns 404 for an unknown barcode.
async function foodWithBarcode(code) {
  const response = await fetch(`http://localhost:8080/barcode/${encodeURIComponent(code)}`)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}

const food = await foodWithBarcode('051500255162')
console.log(food ? `${food.name} (${food.barcode})` : 'Barcode not found.')
