// The table: one column for each food, which stay next to the names of the values when the table scrolls sideways.

import type { Food } from '../../food/food.ts'
import type { Nutrient } from '../../food/nutrients.ts'
import { pagePath } from '../../food/page-path.ts'
import { estimateSource } from '../../food/sources.ts'
import { classOfConfidence } from '../../quality/confidence/classes.ts'
import { macroBarMarkup, pictureMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { sourceName } from '../components/names.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { originMarkup } from './candidates.ts'
import {
  type ComparedFood,
  type Comparison,
  comparedNutrients,
  comparePath,
  maxComparedFoods,
} from './comparison.ts'
import { shownAmount } from './differences.ts'

/** Parts of another value are indented. */
const looks: Partial<Record<Nutrient, 'part' | 'protein' | 'carbs' | 'fat' | 'fiber'>> = {
  protein_g: 'protein',
  carbs_g: 'carbs',
  sugar_g: 'part',
  fat_g: 'fat',
  saturated_fat_g: 'part',
  fiber_g: 'fiber',
}

export function comparisonMarkup(compared: ComparedFood[], comparison: Comparison, locale: Locale): Markup {
  const t = messages[locale].compare
  const words = messages[locale].shared
  const foods = compared.map(({ food }) => food)
  // With one food, the field to add another one is above.
  const canAdd = foods.length > 1 && foods.length < maxComparedFoods
  const end = canAdd && markup`<td class="no-print"></td>`
  const notStated = markup`<span class="unknown">${words.notStated}</span>`
  const row = (name: Markup | string, cellOf: (food: Food) => Markup | string | null) => markup`
    <tr>
      ${typeof name === 'string' ? markup`<th scope="row">${name}</th>` : name}
      ${foods.map(food => markup`<td>${cellOf(food) ?? notStated}</td>`)}
      ${end}
    </tr>`
  return markup`
    <div class="table-wrap compare${foods.length < 3 && ' compare-pair'}" tabindex="0" role="region" aria-label="${t.table}">
      <table class="table">
        <thead>
          <tr>
            <td></td>
            ${compared.map((each, index) => headMarkup(each, index, comparison, locale))}
            ${canAdd && markup`<td class="cmp-add no-print"><a class="btn" href="#add">${iconMarkup('plus', true)}${t.addFood}</a></td>`}
          </tr>
        </thead>
        <tbody>
          ${row(t.energyFrom, food => energyMarkup(food, locale))}
          ${comparedNutrients.map(nutrient => nutrientRow(compared, nutrient, locale, end))}
          ${foods.some(({ serving_size_g }) => serving_size_g !== null) && comparison.per === '100g' && portionRow(compared, locale, end)}
          ${row(t.data, food => qualityMarkup(food, locale))}
          ${row(t.source, ({ source }) => sourceName(source, locale))}
        </tbody>
      </table>
    </div>
    ${foods.some(({ source }) => source === estimateSource) && markup`<p class="muted small">${t.estimateNote}</p>`}`
}

const portionRow = (foods: ComparedFood[], locale: Locale, end: Markup | false): Markup =>
  markup`<tr><th scope="row">${messages[locale].compare.serving}</th>${foods.map(({ food, portion }) => markup`<td>${food.serving_size_g === null ? markup`<span class="unknown">${messages[locale].shared.notStated}</span>` : portion}</td>`)}${end}</tr>`

function headMarkup(
  { food, portion }: ComparedFood,
  index: number,
  { ids, per }: Comparison,
  locale: Locale,
): Markup {
  const t = messages[locale].compare
  const button = (to: number[], icon: 'x' | 'arrow-left', label: string) => markup`
    <a class="btn btn-quiet btn-icon btn-s" href="${comparePath({ ids: to, per })}" rel="nofollow" aria-label="${label}">${iconMarkup(icon, true)}</a>`
  const others = ids.toSpliced(index, 1)
  return markup`
    <th scope="col">
      <div class="cmp-food">
        ${pictureMarkup(food)}
        <p class="food-name"><a href="${food.static_url ?? pagePath(food.id, food.name)}">${food.name}</a></p>
        <p class="muted small">${per === 'serving' ? portion : originMarkup(food, locale)}</p>
        <div class="cmp-x no-print">
          ${index > 0 && button(others.toSpliced(index - 1, 0, food.id), 'arrow-left', t.moveLeft({ food: food.name }))}
          ${button(others, 'x', t.remove({ food: food.name }))}
        </div>
      </div>
    </th>`
}

function nutrientRow(foods: ComparedFood[], nutrient: Nutrient, locale: Locale, end: Markup | false): Markup {
  const name = messages[locale].shared.nutrients[nutrient]
  const look = looks[nutrient]
  const cell = (compared: ComparedFood) => {
    if (compared.food[nutrient] === null)
      return markup`<td><span class="unknown">${messages[locale].shared.notStated}</span></td>`
    const isEstimate = compared.food.source === estimateSource
    return markup`<td class="tnum${isEstimate && ' guess'}">${shownAmount(compared, nutrient, locale)}</td>`
  }
  return markup`
    <tr>
      <th scope="row"${look === 'part' && partClass}>
        ${look !== undefined && look !== 'part' && markup`<i class="dot dot-${look}"></i> `}${name}
      </th>
      ${foods.map(cell)}
      ${end}
    </tr>`
}

const partClass = markup` class="part"`

/** The bar, and its shares in words for screen readers. */
function energyMarkup(food: Food, locale: Locale): Markup | null {
  const { protein_g, carbs_g, fat_g } = food
  if (protein_g === null || carbs_g === null || fat_g === null) return null
  const total = 4 * protein_g + 4 * carbs_g + 9 * fat_g
  if (total === 0) return null
  const share = (energy: number) => formats[locale].percent(energy / total)
  const shares = messages[locale].compare.energyShares({
    protein: share(4 * protein_g),
    carbs: share(4 * carbs_g),
    fat: share(9 * fat_g),
  })
  return markup`${macroBarMarkup(food)}<span class="sr">${shares}</span>`
}

function qualityMarkup({ confidence }: Food, locale: Locale): Markup | null {
  const { quality } = messages[locale].shared
  switch (classOfConfidence(confidence)) {
    case 'complete':
      return markup`<span class="badge badge-ok">${iconMarkup('check')}${quality.complete}</span>`
    case 'sparse':
      return markup`<span class="badge badge-partly">${iconMarkup('circle-dashed')}${quality.partly}</span>`
    case 'estimate':
      return markup`<span class="badge badge-estimate">${iconMarkup('sparkles')}${quality.estimate}</span>`
    case 'empty':
      return null
  }
}
