// Find a food and print the energy and protein in 250 g of it.
import { createClient, portion } from '@larder/client'

const larder = createClient({ baseUrl: 'http://localhost:8080' })
const [food] = await larder.search('whole milk', { limit: 1 })
if (!food) throw new Error('no food found')

const { grams, calories_kcal, protein_g } = portion(food, 250)
console.log(`${food.name}, ${grams} g`)
console.log(`energy: ${calories_kcal ?? 'unknown'} kcal`)
console.log(`protein: ${protein_g ?? 'unknown'} g`)
