// A food with two servings to choose from: its own, and 100 g.
import { createClient, type Food, portion } from '@larder/client'

function servingsOf({ serving_size_g, serving_desc, ...food }: Food) {
  const own =
    serving_size_g === null
      ? []
      : [{ text: serving_desc ?? `${serving_size_g} g`, grams: serving_size_g }]
  return [...own, { text: '100 g', grams: 100 }].map(({ text, grams }) => ({
    serving_description: text,
    metric_serving_amount: grams,
    calories: portion(food, grams).calories_kcal,
  }))
}

const larder = createClient({ baseUrl: 'http://localhost:8080' })
for (const food of await larder.search('peanut butter', { limit: 2 }))
  console.log(food.name, servingsOf(food))
