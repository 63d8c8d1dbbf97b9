// Where the values of a food come from, one line for each source.
import { type FoodOrigin, originsOf } from '../../catalog/food-origins.ts'
import type { FoodPageData } from '../../catalog/food-page.ts'
import { nutrients } from '../../food/nutrients.ts'
import { isGenericFood, sourceFacts } from '../../food/sources.ts'
import { sourceName } from '../components/names.ts'
import { dayMarkup } from '../components/timestamp.tsx'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'

/** One field of each group is enough: the others come from the same source. Pictures are credited below them. */
const groupOf = {
  nutrients: (found: FoodPageData) => nutrients.find(nutrient => found.food[nutrient] !== null),
  micronutrients: ({ details }: FoodPageData) => Object.keys(details?.micronutrients ?? {})[0],
  category: ({ food }: FoodPageData) => (food.category === null ? undefined : 'category'),
  portion: ({ food }: FoodPageData) => (food.serving_size_g === null ? undefined : 'serving_size_g'),
}

type Group = keyof typeof groupOf

const groups = Object.keys(groupOf) as Group[]

export function originFacts(found: FoodPageData, locale: Locale): Markup[] {
  const groupByField = new Map<string, Group>()
  for (const group of groups) {
    const field = groupOf[group](found)
    if (field !== undefined) groupByField.set(field, group)
  }
  const origins = originsOf(found, [...groupByField.keys()])
  return origins.map(origin => {
    const names = origin.fields.flatMap(field => nameOf(groupByField.get(field), locale))
    return markup`<div><dt>${origins.length === 1 ? messages[locale].food.source : names.join(' · ')}</dt><dd>${originMarkup(origin, found, locale)}</dd></div>`
  })
}

const nameOf = (group: Group | undefined, locale: Locale): string[] =>
  group === undefined ? [] : [messages[locale].food.origins[group]]

function originMarkup(origin: FoodOrigin, { food }: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food.origins
  const { source, recordId, recordUrl, changedAt } = origin
  if (source === null) return markup`${t.larder}`
  const { homepage, credit, isFoodTable } = sourceFacts[source]
  const url = recordUrl ?? credit?.url ?? homepage
  const name = sourceName(source, locale)
  const isTable = isFoodTable === true || (source === food.source && isGenericFood(food))
  return markup`
    ${url === null ? name : markup`<a href="${url}">${name}</a>`}
    <small>${isTable ? t.table : t.label}${recordId !== null && `, ${t.record({ id: recordId })}`}${changedAt !== null && markup`, ${t.changed}${formats[locale].colon}${dayMarkup(changedAt, locale)}`}</small>`
}
