// What Larder's food details say of a product: ingredients, allergens, Nutri-Score and so on, in the fields of Open Food Facts.
import type { Food, FoodDetails } from '@larder/client'
import { countryTags } from './country-tags.ts'
import { tagOf } from './tags.ts'

const countryTag = new Map<string, string>(countryTags.map(({ name, tag }) => [name, tag]))

type Fields = Record<string, unknown>

/** The taxonomy of NOVA groups. */
const novaTags: Record<number, string> = {
  1: 'en:1-unprocessed-or-minimally-processed-foods',
  2: 'en:2-processed-culinary-ingredients',
  3: 'en:3-processed-foods',
  4: 'en:4-ultra-processed-food-and-drink-products',
}

/** What is not known is left out: an empty list of allergens would read as a product without any. */
export function detailsOf(food: Food, details: FoodDetails): Fields {
  const { language, ingredients, allergens, traces, labels, countries, package_quantity: quantity } = details
  return {
    ...namesOf(food, details),
    ...(language !== null && { lang: language, lc: language }),
    ...(quantity !== null && { quantity }),
    ...(ingredients !== null && {
      ingredients_text: ingredients,
      ...(language !== null && { [`ingredients_text_${language}`]: ingredients }),
    }),
    ...allergensOf('allergens', allergens),
    ...allergensOf('traces', traces),
    ...(labels !== null && { labels: labels.join(', '), ...tagFields('labels', labels.map(tagOf)) }),
    ...(countries !== null && {
      countries: countries.join(', '),
      ...tagFields(
        'countries',
        countries.map(name => countryTag.get(name) ?? tagOf(name)),
      ),
    }),
    ...nutriScoreOf(details),
    ...novaGroupOf(details),
  }
}

function namesOf({ name }: Food, { names, language }: FoodDetails): Fields {
  const byLanguage = { ...(language !== null && { [language]: name }), ...names }
  return Object.fromEntries(
    Object.entries(byLanguage).map(([code, words]) => [`product_name_${code}`, words]),
  )
}

function allergensOf(field: 'allergens' | 'traces', names: string[] | null): Fields {
  const tags = names?.map(tagOf)
  // Unlike other fields, the one without a suffix has the tags too.
  return tags ? { [field]: tags.join(','), ...tagFields(field, tags) } : {}
}

function tagFields(field: string, tags: string[]): Fields {
  return { [`${field}_tags`]: tags, [`${field}_hierarchy`]: tags }
}

function nutriScoreOf({ nutri_score: grade }: FoodDetails): Fields {
  const known = grade ?? 'unknown'
  return {
    nutriscore_grade: known,
    nutrition_grades: known,
    nutrition_grade_fr: known,
    nutriscore_tags: [known],
    nutrition_grades_tags: [known],
  }
}

function novaGroupOf({ nova_group: group }: FoodDetails): Fields {
  if (group === null) return { nova_groups_tags: ['unknown'] }
  return { nova_group: group, nova_groups: `${group}`, nova_groups_tags: [novaTags[group]] }
}
