import type { FoodPageData } from '../../catalog/food-page.ts'
import { isGenericFood } from '../../food/sources.ts'
import { iconMarkup } from '../components/icon.tsx'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { allergenTerms, allergenWords, termList } from '../vocabulary/vocabulary.ts'
import { sourceLink } from './food-source.ts'
import { unknownValue } from './nutrient-value.ts'

const info = iconMarkup('info')

/** Ingredients, allergens and traces. What is unknown is said to be: silence would read as "none". */
export function ingredients(found: FoodPageData, locale: Locale): Markup {
  const { food, details } = found
  const { ingredients: text, micronutrients, allergens = [], traces = [], language } = details ?? {}
  const hasNone = text === undefined && allergens.length === 0 && traces.length === 0
  // A raw banana has no list of ingredients.
  if (hasNone && isGenericFood(food)) return markup``
  const t = messages[locale].food
  const listed = (stated: string[]) =>
    stated.length > 0
      ? markup`<strong>${termList(allergenTerms(stated, locale))}</strong>`
      : unknownValue(locale)
  return markup`
    <section class="stack" aria-labelledby="ingredients-title">
      <h2 id="ingredients-title">${t.ingredients}</h2>
      <div class="card card-flush">
        ${text !== undefined && markup`<p class="ingredients" dir="auto"${language !== undefined && markup` lang="${language}"`}>${withAllergensMarked(text, allergenWords(allergens, language))}</p>`}
        <dl class="facts">
          ${text === undefined && markup`<div><dt>${t.ingredientList}</dt><dd>${unknownValue(locale)}</dd></div>`}
          <div><dt>${t.contains}</dt><dd>${listed(allergens)}</dd></div>
          <div><dt>${t.mayContain}</dt><dd>${listed(traces)}</dd></div>
          ${micronutrients === undefined && markup`<div><dt>${t.vitamins}</dt><dd>${unknownValue(locale)}</dd></div>`}
        </dl>
      </div>
      <div class="note">${info}<p>${t.allergyWarning}${hasNone && seeAtSource(found, locale)}</p></div>
    </section>`
}

function seeAtSource(found: FoodPageData, locale: Locale): Markup | undefined {
  const link = sourceLink(found, locale)
  return link && markup` ${messages[locale].food.seeAtSource({ source: () => link })}`
}

/** Emphasizes allergens that the source marks (`_milk_`) or that are in the list of allergens. */
function withAllergensMarked(text: string, allergens: string[]): Markup[] {
  return text.split(allergenPattern(allergens)).map((part, index) => {
    // `split` returns what the group matches at the odd positions.
    if (index % 2 === 0) return markup`${part}`
    const [, marked = part] = /^_(.+)_$/.exec(part) ?? []
    return markup`<strong>${marked}</strong>`
  })
}

function allergenPattern(allergens: string[]): RegExp {
  const words = allergens.map(
    allergen => `(?<!\\p{L})${escapeForRegExp(allergen.replace(/s$/, ''))}s?(?!\\p{L})`,
  )
  return new RegExp(`(${['_[^_]{1,100}_', ...words].join('|')})`, 'iu')
}

/** Of a regular expression with the flag `u`, which allows no needless escapes. */
const escapeForRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
