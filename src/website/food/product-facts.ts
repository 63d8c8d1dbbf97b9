// Facts about the product rather than its nutrients: barcode, scores, package, countries, names in other languages.

import type { FoodPageData } from '../../catalog/food-page.ts'
import { type FoodDetails, nutriScores } from '../../food/food-details.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { countryTerm, labelTerms, termList } from '../vocabulary/vocabulary.ts'
import { barcodeImage } from './barcode-image.ts'

export function productFacts({ food, details }: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food
  const { nutri_score, nova_group, package_quantity, countries, labels, source_name } = details ?? {}
  const facts: [string, Markup][] = []
  if (nutri_score !== undefined) facts.push(['Nutri-Score', nutriScore(nutri_score)])
  if (nova_group !== undefined)
    facts.push([t.novaGroup, markup`${nova_group}${formats[locale].colon}${t.novaGroups[nova_group]}`])
  if (package_quantity !== undefined) facts.push([t.package, markup`${package_quantity}`])
  const terms = labelTerms(labels ?? [], locale)
  if (terms.length > 0) facts.push([t.labels, termList(terms)])
  if (countries !== undefined)
    facts.push([t.soldIn, markup`${countries.map(country => countryTerm(country, locale)).join(', ')}`])
  if (source_name !== undefined) facts.push([t.sourceName, markup`${source_name}`])
  if (facts.length === 0 && food.barcode === null) return markup``
  return markup`
    <section class="stack no-print" aria-labelledby="product-title">
      <h2 class="h-s" id="product-title">${facts.length > 0 ? t.product : t.barcode}</h2>
      <div class="card card-flush">
        ${food.barcode !== null && markup`<div class="barcode-box">${barcodeImage(food.barcode, locale)}</div>`}
        ${facts.length > 0 && markup`<dl class="facts">${facts.map(([name, value]) => fact(name, value))}</dl>`}
      </div>
    </section>`
}

const fact = (name: string, value: Markup) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`

function nutriScore(score: NonNullable<FoodDetails['nutri_score']>): Markup {
  const letters = nutriScores.map(
    letter => markup`<span${letter === score && markup` class="is-score"`}>${letter.toUpperCase()}</span>`,
  )
  return markup`<span class="sr">${score.toUpperCase()}</span><span class="nutri-score nutri-score-${score}" aria-hidden="true">${letters}</span>`
}

const languageNames = new Map<string, string>()

/** A lookup takes as long as rendering several elements. */
function languageName(language: string, locale: Locale): string {
  const key = `${locale} ${language}`
  let name = languageNames.get(key)
  if (name === undefined) {
    name = new Intl.DisplayNames([locale], { type: 'language' }).of(language) ?? language
    if (languageNames.size < 5_000) languageNames.set(key, name)
  }
  return name
}

/** The names in the languages in which the food is called something else. */
export function otherNames({ details }: FoodPageData, shown: string, locale: Locale): Markup {
  const others = Object.entries(details?.names ?? {}).filter(([, name]) => name !== shown)
  if (others.length === 0) return markup``
  return markup`
    <section class="stack no-print" aria-labelledby="names-title">
      <h2 class="h-s" id="names-title">${messages[locale].food.otherNames}</h2>
      <div class="card card-flush"><dl class="facts">
        ${others.map(([language, name]) => markup`<div><dt>${languageName(language, locale)}</dt><dd lang="${language}" dir="auto">${name}</dd></div>`)}
      </dl></div>
    </section>`
}

/** The language of the name that the page shows; undefined if the source states it in none or several. */
export function languageOfName({ food, details }: FoodPageData): string | undefined {
  const languages = Object.entries(details?.names ?? {}).filter(([, name]) => name === food.name)
  return languages.length === 1 ? languages[0]?.[0] : undefined
}
