// What an app reads from `product` and `nutriments`, read from Larder.
import { createClient } from '@larder/client'

const larder = createClient({ baseUrl: 'http://localhost:8080' })

const food = await larder.barcode('051500255162')
if (food === null) throw new Error('no such product') // Open Food Facts: status 0

const salt_g = food.sodium_mg === null ? null : (food.sodium_mg * 2.5) / 1000
console.log(food.barcode, food.name, food.brand)
console.log('energy-kcal_100g', food.calories_kcal ?? 'unknown')
console.log('saturated-fat_100g', food.saturated_fat_g ?? 'unknown')
console.log('salt_100g', salt_g ?? 'unknown')

// One request per pause in typing is fine here; a signal cancels the request of an older text.
const typing = new AbortController()
const matches = await larder.search('peanut buter', {
  limit: 3,
  signal: typing.signal,
})
for (const match of matches)
  console.log(match.name, match.calories_kcal ?? 'unknown')
