// A food without any nutrition values: what to do about it, instead of a label of blanks.

import type { FoodPageData } from '../../catalog/food-page.ts'
import { contributeTo, sourceFacts } from '../../food/sources.ts'
import { categoryPath } from '../categories/category-path.ts'
import { iconMarkup } from '../components/icon.tsx'
import { categoryName } from '../components/names.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { confidenceMarkup, correctionLine, importedFact, sourceFact } from './data-quality.ts'
import { editUrlOf } from './food-source.ts'
import { unknownValue } from './nutrient-value.ts'

const add = iconMarkup('package-plus')
const scan = iconMarkup('scan-barcode')

const b = (text: string) => markup`<b>${text}</b>`

export function emptyFood(found: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food
  const edit = editUrlOf(found)
  const target = edit === undefined ? contributeTo.label : sourceFacts[found.food.source].label
  return markup`
    <section class="empty empty-left" aria-labelledby="empty-title">
      <h2 id="empty-title">${t.emptyTitle}</h2>
      <p>${t.emptyText}</p>
      <ol class="steps">
        <li>${t.emptySteps[1]({ source: target, b })}</li>
        <li>${t.emptySteps[2]({ b })}</li>
        <li>${t.emptySteps[3]({ b })}</li>
      </ol>
      <p class="cluster no-print">
        <a class="btn btn-primary" href="${edit ?? contributeTo.url}">${add}${t.addFacts}</a>
        <a class="btn" href="/scan">${scan}${t.scanAnother}</a>
      </p>
    </section>`
}

export function whatWeKnow(found: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food
  const { category, confidence } = found.food
  return markup`
    <section class="stack" aria-labelledby="known-title">
      <h2 class="h-s" id="known-title">${t.whatWeKnow}</h2>
      <div class="card card-flush">
        <dl class="facts">
          <div><dt>${t.nutrition}</dt><dd>${unknownValue(locale)}</dd></div>
          <div><dt>${t.category}</dt><dd>${category === null ? unknownValue(locale) : markup`<a href="${categoryPath(category)}">${categoryName(category, locale)}</a>`}</dd></div>
          ${sourceFact(found, locale)}
          ${importedFact(found, locale)}
          <div><dt>${t.confidence}</dt><dd>${confidenceMarkup(confidence, locale)}</dd></div>
        </dl>
      </div>
      <p class="small muted">${t.apiNull({ code: text => markup`<code>${text}</code>` })}</p>
      ${correctionLine(found, locale)}
    </section>`
}
