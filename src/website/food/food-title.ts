// The name of a food with its brand, and what it contains in one sentence.
import type { Food } from '../../food/food.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'

export function titleOf({ name, brand }: Pick<Food, 'name' | 'brand'>): string {
  return brand === null ? name : `${name} (${brand})`
}

/** `name` is in the language of the page. Lists the known amounts, such as `13 g protein`; unknown ones are omitted. */
export function descriptionOf(food: Food, name: string, locale: Locale): string {
  const t = messages[locale].food
  const amount = (value: number | null, text: (value: string) => string) =>
    value === null ? [] : [text(formats[locale].number(value, 1))]
  const amounts = [
    ...amount(food.calories_kcal, kcal => t.energyAmount({ kcal })),
    ...amount(food.protein_g, grams => t.proteinAmount({ grams })),
    ...amount(food.fat_g, grams => t.fatAmount({ grams })),
    ...amount(food.carbs_g, grams => t.carbsAmount({ grams })),
  ]
  return amounts.length === 0
    ? t.descriptionUnknown({ name })
    : t.description({ name, amounts: amounts.join(', ') })
}
