// Foods in Google Sheets. Paste this into Extensions > Apps Script; then a cell can say
//   =LARDER("whole milk")                   62
//   =LARDER("whole milk", "protein_g", 250) the protein in 250 g
//   =LARDER(A2)                             a barcode in A2, also without its leading zeros
const apiUrl = 'http://localhost:8080'

/**
 * A nutrient of a food, found by its name or barcode.
 *
 * @param {string} food What you would type into a search, or a barcode.
 * @param {string} nutrient A field of the API, such as calories_kcal (the default), protein_g or sodium_mg.
 * @param {number} grams How much of it; 100 if left out.
 * @customfunction
 */
function LARDER(food, nutrient = 'calories_kcal', grams = 100) {
  const text = String(food).trim()
  const path = /^\d{6,14}$/.test(text) ? `/barcode/${text.padStart(8, '0')}` : `/search?limit=1&q=${encodeURIComponent(text)}`
  // The same answer for six hours costs no request.
  const cache = CacheService.getScriptCache()
  const answer = cache.get(path) ?? UrlFetchApp.fetch(apiUrl + path, { muteHttpExceptions: true }).getContentText()
  const body = JSON.parse(answer)
  const found = Array.isArray(body) ? body[0] : body
  if (found?.id === undefined) return 'not found'
  cache.put(path, answer, 21600)
  if (found[nutrient] === undefined) throw new Error(`A food has no ${nutrient}`)
  return found[nutrient] === null ? 'unknown' : (found[nutrient] * grams) / 100
}
