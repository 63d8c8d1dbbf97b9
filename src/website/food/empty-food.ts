// A food without any nutrition values: what to do about it, instead of a label of blanks.
import type { FoodPageData } from '../../catalog/food-page.ts'
import { contributeTo, sourceFacts } from '../../food/sources.ts'
import { categoryPath } from '../categories/category-path.ts'
import { categoryName } from '../components/category-name.ts'
import { iconMarkup } from '../components/icon.tsx'
import type { Locale } from '../i18n/locales.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { confidenceMarkup, importedFact, reportLine, sourceFact } from './data-quality.ts'
import { editUrlOf } from './food-source.ts'
import { foodMessages } from './messages/index.ts'
import { fill, unknownValue } from './nutrient-value.ts'

const add = iconMarkup('package-plus')
const scan = iconMarkup('scan-barcode')

export function emptyFood(found: FoodPageData, locale: Locale): Markup {
  const t = foodMessages[locale]
  const edit = editUrlOf(found)
  const target = edit === undefined ? contributeTo.label : sourceFacts[found.food.source].label
  return markup`
    <section class="empty empty-left" aria-labelledby="empty-title">
      <h2 id="empty-title">${t.emptyTitle}</h2>
      <p>${t.emptyText}</p>
      <ol class="steps">${t.emptySteps(target).map(([start, rest]) => markup`<li><b>${start}</b>${rest}</li>`)}</ol>
      <p class="cluster no-print">
        <a class="btn btn-primary" href="${edit ?? contributeTo.url}">${add}${t.addFacts}</a>
        <a class="btn" href="/scan">${scan}${t.scanAnother}</a>
      </p>
    </section>`
}

export function whatWeKnow(found: FoodPageData, locale: Locale): Markup {
  const t = foodMessages[locale]
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
      <p class="small muted">${fill(t.apiNull, markup`<code>null</code>`)}</p>
      ${reportLine(found, locale)}
    </section>`
}
