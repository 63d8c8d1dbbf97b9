// The table: one column for each food, which stay next to the names of the values when the table scrolls sideways.

import type { Food } from '../../food/food.ts'
import { type Nutrient, nutrients, nutrientTable } from '../../food/nutrients.ts'
import { pagePath } from '../../food/page-path.ts'
import { estimateSource } from '../../food/sources.ts'
import { classOfConfidence } from '../../quality/confidence/classes.ts'
import { approximate } from '../components/estimated-amount.ts'
import { macroBarMarkup, pictureMarkup } from '../components/food-list.tsx'
import { iconMarkup } from '../components/icon.tsx'
import { sourceName } from '../components/names.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { originMarkup } from './candidates.ts'
import { bestFoods, type Comparison, comparePath, decimalsOf, maxComparedFoods } from './comparison.ts'

type Look = 'part' | 'protein' | 'carbs' | 'fat' | 'fiber' | undefined

/** The first rows of the page; parts of another value are indented. */
const firstRows = new Map<Nutrient, Look>([
  ['calories_kcal', undefined],
  ['protein_g', 'protein'],
  ['carbs_g', 'carbs'],
  ['sugar_g', 'part'],
  ['fat_g', 'fat'],
  ['saturated_fat_g', 'part'],
  ['fiber_g', 'fiber'],
])
const rows = [...new Set([...firstRows.keys(), ...nutrients])]

export function comparisonMarkup(foods: Food[], comparison: Comparison, locale: Locale): Markup {
  const t = messages[locale].compare
  const words = messages[locale].shared
  const canAdd = foods.length < maxComparedFoods
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
            ${foods.map(food => headMarkup(food, comparison, locale))}
            ${canAdd && markup`<td class="cmp-add no-print"><a class="btn" href="#add">${iconMarkup('plus', true)}${t.addFood}</a></td>`}
          </tr>
        </thead>
        <tbody>
          ${row(t.energyFrom, food => energyMarkup(food, locale))}
          ${rows.map(nutrient => nutrientRow(foods, nutrient, comparison, locale, end))}
          ${foods.some(({ serving_size_g }) => serving_size_g !== null) && row(t.serving, food => servingOf(food, locale))}
          ${row(t.data, food => qualityMarkup(food, locale))}
          ${row(t.source, ({ source }) => sourceName(source, locale))}
        </tbody>
      </table>
    </div>
    ${foods.some(({ source }) => source === estimateSource) && markup`<p class="muted small">${t.estimateNote}</p>`}`
}

function headMarkup(food: Food, { ids, per }: Comparison, locale: Locale): Markup {
  const remove = comparePath({ ids: ids.filter(id => id !== food.id), per })
  return markup`
    <th scope="col">
      <div class="cmp-food">
        ${pictureMarkup(food)}
        <p class="food-name"><a href="${food.static_url ?? pagePath(food.id, food.name)}">${food.name}</a></p>
        <p class="muted small">${originMarkup(food, locale)}</p>
        <a class="btn btn-quiet btn-icon btn-s cmp-x" href="${remove}" aria-label="${messages[locale].compare.remove({ food: food.name })}">
          ${iconMarkup('x', true)}
        </a>
      </div>
    </th>`
}

function nutrientRow(
  foods: Food[],
  nutrient: Nutrient,
  { per }: Comparison,
  locale: Locale,
  end: Markup | false,
): Markup {
  const name = messages[locale].shared.nutrients[nutrient]
  const look = firstRows.get(nutrient)
  const best = per === '100g' ? bestFoods(foods, nutrient) : new Set<number>()
  const { unit } = nutrientTable[nutrient]
  const cell = (food: Food) => {
    const value = food[nutrient]
    if (value === null)
      return markup`<td><span class="unknown">${messages[locale].shared.notStated}</span></td>`
    const amount = per === 'serving' ? (value * (food.serving_size_g ?? 100)) / 100 : value
    const isEstimate = food.source === estimateSource
    const shown = isEstimate
      ? approximate(amount, unit, locale)
      : formats[locale].number(amount, decimalsOf(nutrient))
    const isBest = best.has(food.id)
    return markup`
      <td class="tnum${isBest && ' best'}${isEstimate && ' guess'}">
        ${shown} <span class="unit">${unit}</span>
        ${isBest && markup`${iconMarkup('check', true)}<span class="sr"> ${messages[locale].compare.better}</span>`}
      </td>`
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

function servingOf({ serving_size_g, serving_desc }: Food, locale: Locale): string | null {
  if (serving_size_g === null) return null
  const grams = `${formats[locale].number(serving_size_g, 1)} g`
  if (serving_desc === null) return grams
  return serving_desc.includes(grams) ? serving_desc : `${serving_desc}, ${grams}`
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
