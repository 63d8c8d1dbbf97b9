// Source, age and quality of the data: one line, and the details folded.

import type { FoodChange, FoodPageData } from '../../catalog/food-page.ts'
import { type Nutrient, nutrients } from '../../food/nutrients.ts'
import { estimateSource, isGenericFood, sourceFacts } from '../../food/sources.ts'
import { classOfConfidence } from '../../quality/confidence/classes.ts'
import { iconMarkup } from '../components/icon.tsx'
import { sourceName } from '../components/names.ts'
import { dayMarkup } from '../components/timestamp.tsx'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { carbsOnEuLabel, isWithoutFiberOnEuLabel } from './eu-label.ts'
import { editUrlOf, sourceLink } from './food-source.ts'
import { valuePer100 } from './nutrient-value.ts'
import { originFacts } from './origins.ts'
import type { Reader } from './reader.ts'

const yearMs = 365 * 86_400_000
const icons = {
  shield: iconMarkup('shield-check'),
  flask: iconMarkup('flask-conical'),
  dashed: iconMarkup('circle-dashed'),
  sparkles: iconMarkup('sparkles'),
  yes: iconMarkup('check', true),
  no: iconMarkup('minus', true),
  more: iconMarkup('chevron-down', true),
}

/** Below the name of the food; links to the details. */
export function qualityBadge({ food, checks }: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food
  if (food.source === estimateSource)
    return markup`<span class="badge badge-estimate">${icons.sparkles}${messages[locale].shared.aiEstimate}</span>`
  if (checks.knownNutrients === 0)
    return markup`<span class="badge badge-partly">${icons.dashed}${t.noData}</span>`
  const isComplete = classOfConfidence(food.confidence) === 'complete'
  if (isComplete && isGenericFood(food))
    return markup`<a class="badge badge-ok" href="#quality">${icons.flask}${t.referenceData}</a>`
  return isComplete
    ? markup`<a class="badge badge-ok" href="#quality">${icons.shield}${t.completeData}</a>`
    : markup`<a class="badge badge-partly" href="#quality">${icons.dashed}${t.partialData}</a>`
}

export function dataQuality(found: FoodPageData, reader: Reader): Markup {
  const { locale } = reader
  const { food, checks, changes } = found
  const t = messages[locale].food
  const { quality } = messages[locale].shared
  const badge =
    classOfConfidence(food.confidence) === 'complete'
      ? markup`<span class="badge badge-ok">${icons.shield}${quality.complete}</span>`
      : markup`<span class="badge badge-partly">${icons.dashed}${quality.partly}</span>`
  const isRecent =
    found.changedAtSource !== undefined && Date.now() - found.changedAtSource.getTime() < yearMs
  return markup`
    <section class="stack" id="quality" aria-labelledby="quality-title">
      <h2 class="h-s" id="quality-title">${t.sourceAndQuality}</h2>
      <div class="card card-flush">
        <details class="quality no-print">
          <summary>${badge}<span>${t.confidence} ${confidenceMarkup(food.confidence, locale)}</span>${icons.more}</summary>
          <ul class="ticks small">
            ${statedNutrients(checks.knownNutrients, t)}
            ${tick(checks.energy === 'matches', { matches: t.energyMatches, differs: t.energyDiffers, unknown: t.energyUnknown }[checks.energy])}
            ${tick(isRecent, isRecent ? t.isRecent : t.isOld)}
            ${tick(checks.isPlausible, checks.isPlausible ? t.isPlausible : t.isImplausible)}
          </ul>
          ${changes.length > 0 && corrections(changes, t, locale)}
          <p class="small quality-more"><a href="/docs/data-quality#confidence">${t.howConfidence}</a></p>
        </details>
        ${sourceFactsList(found, reader)}
      </div>
      ${correctionLine(found, locale)}
    </section>`
}

function statedNutrients(known: number, t: Messages['food']): Markup {
  const all = nutrients.length
  return known === all
    ? tick(true, t.nutrientsStatedAll({ all }))
    : tick(false, t.nutrientsStated({ known, all }))
}

const tick = (isGood: boolean, text: string) => markup`<li>${isGood ? icons.yes : icons.no}${text}</li>`

export function confidenceMarkup(confidence: number, locale: Locale): Markup {
  const score = formats[locale].number(confidence, 2)
  return markup`${messages[locale].food.confidenceOf({ score, b: text => markup`<b class="tnum">${text}</b>` })}`
}

/** What the importer changed. */
function corrections(changes: FoodPageData['changes'], t: Messages['food'], locale: Locale): Markup {
  const names: Record<string, string> = t.fields
  return markup`
    <div class="corrections small">
      <p>${t.corrections({ count: changes.length })}</p>
      <ul>${changes.map(change => {
        const { field, found } = change
        return markup`<li><b>${names[field] ?? messages[locale].shared.nutrients[field as Nutrient] ?? field}</b>${found !== null && `, ${t.originally({ value: shorten(String(found)) })}`}${formats[locale].colon}${explanation(change, t)}</li>`
      })}</ul>
    </div>`
}

/** Flags of a later version may name other rules. */
function explanation({ rule, effect, what }: FoodChange, t: Messages['food']): Markup {
  const rules: Record<string, string> = t.qualityRules
  const unit = /^unit-(.+)$/.exec(rule)?.[1]
  if (unit !== undefined) return markup`${t.convertedFrom({ unit })}`
  const text = rules[rule]
  if (text === undefined) return markup`<span lang="en">${what}</span>`
  return markup`${effect === undefined ? text : t.flagEffects[effect]({ what: text })}`
}

const maxQuotedLength = 80

function shorten(text: string): string {
  return text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text
}

function sourceFactsList(found: FoodPageData, reader: Reader): Markup {
  const { locale } = reader
  return markup`
    <dl class="facts">
      ${originFacts(found, locale)}
      ${carbsFact(found, reader)}
      ${importedFact(found, locale)}
    </dl>`
}

export const sourceFact = (found: FoodPageData, locale: Locale): Markup =>
  markup`<div><dt>${messages[locale].food.source}</dt><dd>${sourceLink(found, locale) ?? sourceName(found.food.source, locale)}</dd></div>`

const apiField: Nutrient = 'carbs_g'

/** Labels of some countries include the fibre, so the source of a label does not tell. */
function carbsFact({ food }: FoodPageData, { locale, region }: Reader): Markup {
  const { carbsIncludeFiber } = sourceFacts[food.source]
  if (carbsIncludeFiber === undefined || food.carbs_g === null) return markup``
  const t = messages[locale]
  const kind = carbsIncludeFiber ? t.food.carbsWithFiber : t.food.carbsWithoutFiber
  if (region !== 'us' && isWithoutFiberOnEuLabel(food)) {
    const amount = (carbs: number | null) =>
      markup`${formats[locale].colon}${valuePer100(carbs, 'amount-g', locale)}`
    return markup`
      <div>
        <dt>${t.shared.nutrients.carbs_g}, ${t.shared.per100g}</dt>
        <dd>${t.food.carbsWithoutFiber}${amount(carbsOnEuLabel(food))}<br/>${kind} (<code>${apiField}</code>)${amount(food.carbs_g)}</dd>
      </div>`
  }
  return markup`<div><dt>${t.shared.nutrients.carbs_g}</dt><dd>${kind}</dd></div>`
}

export const importedFact = ({ updatedAt }: FoodPageData, locale: Locale): Markup =>
  markup`<div><dt>${messages[locale].food.imported}</dt><dd>${dayMarkup(updatedAt, locale)}</dd></div>`

/** Where to correct a mistake: at the source, or by writing to the operator. */
export function correctionLine(found: FoodPageData, locale: Locale): Markup {
  const t = messages[locale].food
  const edit = editUrlOf(found)
  const line =
    edit === undefined
      ? t.seeMistake({ link: text => markup`<a href="/contact">${text}</a>` })
      : t.fixAtSource({
          source: sourceName(found.food.source, locale),
          link: text => markup`<a href="${edit}">${text}</a>`,
        })
  return markup`<p class="small muted no-print">${line}</p>`
}
