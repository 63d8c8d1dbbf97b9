// Foods as rows, for search results and categories, and as cards, for browsing.

import type { VNode } from 'preact'
import type { Food } from '../../food/food.ts'
import { isShownImage } from '../../food/illustrations.ts'
import { macronutrients } from '../../food/nutrients.ts'
import { pagePath } from '../../food/page-path.ts'
import { estimateSource, isGenericFood } from '../../food/sources.ts'
import { portionQuery, portionText } from '../food/asked-portion.ts'
import { inPortion } from '../food/label-numbers.ts'
import type { Portion } from '../food/portion.ts'
import { type Format, formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { useLocale } from '../i18n/messages.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import type { AskedAmounts } from '../search/asked-amounts.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { categoryTileMarkup, pictureOf } from './category-tile.tsx'
import { approximate } from './estimated-amount.ts'
import { iconMarkup } from './icon.tsx'

interface Language {
  locale: Locale
  t: Messages['shared']
  format: Format
}

const languageOf = (locale: Locale): Language => ({
  locale,
  t: messages[locale].shared,
  format: formats[locale],
})

interface FoodListProps {
  foods: Food[]
  /** Of which the values are shown; per 100 g where it is unknown. */
  amounts?: AskedAmounts
  /** Shown below the row of a food, such as further entries of the same food. */
  more?: (food: Food) => Markup | undefined
}

/** Rows whose figures stand in columns from 768 px. */
export function FoodList({ foods, ...options }: FoodListProps): VNode {
  return toNode(foodListMarkup(foods, useLocale(), options))
}

export function foodListMarkup(
  foods: Food[],
  locale: Locale,
  { amounts = null, more }: Omit<FoodListProps, 'foods'> = {},
): Markup {
  const language = languageOf(locale)
  const { nutrients } = language.t
  return markup`
    <div class="food-cols" aria-hidden="true">
      <span>${amounts === null ? language.t.foodPer100g : language.t.foodForAmount}</span>
      <span class="num">${nutrients.calories_kcal}, kcal</span>
      ${macronutrients.map(nutrient => markup`<span class="num">${nutrients[nutrient]}</span>`)}
    </div>
    <ol class="food-list food-list-wide">
      ${foods.map(food => markup`<li>${rowMarkup(food, language, amounts)}${more?.(food)}</li>`)}
    </ol>`
}

function rowMarkup(food: Food, language: Language, amounts: AskedAmounts): Markup {
  const { t, locale } = language
  const portion = amounts?.get(food.id)
  const grams = portion?.grams ?? 100
  return markup`
    <div class="food-row">
      ${pictureMarkup(food)}
      <div>
        <p class="food-name"><a href="${pathOf(food)}${portion && portionQuery(portion)}">${food.name}</a></p>
        <p class="food-sub">
          ${amounts !== null && markup`<b>${portion ? portionText(portion, locale) : t.per100g}</b>`}
          ${sublineMarkup(food, t)}
        </p>
      </div>
      <p class="food-kcal">
        ${
          food.calories_kcal === null
            ? markup`<span class="unknown">${t.notStated}</span>`
            : markup`${energyOf(food, inPortion(food.calories_kcal, grams), language)} <span class="unit">kcal</span>`
        }
        ${amounts === null && markup`<span class="sr"> ${t.per100g}</span>`}
      </p>
      <p class="food-macros">
        ${macronutrients.map(
          nutrient => markup`
            <span>
              <i class="dot dot-${dots[nutrient]}"></i>
              <span class="k">${t.nutrients[nutrient]} </span>
              ${
                food[nutrient] === null
                  ? markup`<span class="unknown">${t.notStated}</span>`
                  : markup`${gramsOf(food, inPortion(food[nutrient], grams), language)} <span class="unit">g</span>`
              }
            </span>`,
        )}
      </p>
    </div>`
}

interface FoodCardsProps extends Pick<FoodListProps, 'foods' | 'amounts'> {
  columns: 4 | 6
}

export function FoodCards({ foods, columns, amounts = null }: FoodCardsProps): VNode {
  return toNode(foodCardsMarkup(foods, columns, useLocale(), amounts))
}

export function foodCardsMarkup(
  foods: Food[],
  columns: 4 | 6,
  locale: Locale,
  amounts: AskedAmounts = null,
): Markup {
  const language = languageOf(locale)
  return markup`<div class="cards cards-${columns}">${foods.map(food => cardMarkup(food, language, amounts?.get(food.id)))}</div>`
}

function cardMarkup(food: Food, language: Language, portion: Portion | undefined): Markup {
  const { t, locale } = language
  const unit = portion === undefined ? t.kcalPer100g : `kcal, ${portionText(portion, locale)}`
  return markup`
    <article class="food-card">
      ${pictureMarkup(food)}
      <div class="food-card-body">
        <h3 class="food-name"><a href="${pathOf(food)}${portion && portionQuery(portion)}">${food.name}</a></h3>
        <p class="brand">${sublineMarkup(food, t)}</p>
        <p class="food-kcal">
          ${
            food.calories_kcal === null
              ? markup`<span class="unknown">${t.notStated}</span>`
              : markup`${energyOf(food, inPortion(food.calories_kcal, portion?.grams ?? 100), language)} <span class="unit">${unit}</span>`
          }
        </p>
        ${macroBarMarkup(food)}
      </div>
    </article>`
}

const energyOf = ({ source }: Food, kcal: number, { locale, format }: Language): string =>
  source === estimateSource ? approximate(kcal, 'kcal', locale) : format.number(kcal)

const gramsOf = ({ source }: Food, grams: number, { locale, format }: Language): string =>
  source === estimateSource ? approximate(grams, 'g', locale) : format.number(grams, 1)

const pathOf = (food: Food): string => food.static_url ?? pagePath(food.id, food.name)

function sublineMarkup(food: Food, t: Messages['shared']): Markup {
  if (food.source === estimateSource)
    return markup`<span class="badge badge-estimate">${iconMarkup('sparkles')}${t.aiEstimate}</span>`
  if (food.brand !== null) return markup`${food.brand}`
  return isGenericFood(food) ? markup`${t.referenceFood}` : markup``
}

/** The photo on a white plate; the tile of the category without one, or if photos.client.ts removes it because it fails to load. */
export function pictureMarkup(food: Food): Markup {
  if (food.source === estimateSource)
    return markup`<span class="tile tile-estimate">${iconMarkup('sparkles')}</span>`
  const url = food.image_thumb_url ?? food.image_url
  if (!isShownImage(url)) return categoryTileMarkup(food.category)
  const [icon, tint] = pictureOf(food.category)
  return markup`
    <span class="photo tile tile-${tint}">
      ${iconMarkup(icon)}
      <img src="${url}" alt="" width="120" height="120" loading="lazy" decoding="async" referrerpolicy="no-referrer"/>
    </span>`
}

const dots = { protein_g: 'protein', fat_g: 'fat', carbs_g: 'carbs' } as const
/** Gap between the parts, in percent. */
const gap = 0.8

/** Shares of the energy from protein, carbohydrates and fat. */
export function macroBarMarkup({
  protein_g,
  carbs_g,
  fat_g,
}: Pick<Food, (typeof macronutrients)[number]>): Markup {
  if (protein_g === null || carbs_g === null || fat_g === null) return markup``
  const parts = [
    ['protein', protein_g * 4],
    ['carbs', carbs_g * 4],
    ['fat', fat_g * 9],
  ] as const
  const total = parts.reduce((sum, [, energy]) => sum + energy, 0)
  if (total === 0) return markup``
  let x = 0
  return markup`
    <svg class="macrobar" aria-hidden="true">
      ${parts.map(([name, energy]) => {
        const share = (100 * energy) / total
        const rect = markup`<rect class="f-${name}" x="${x.toFixed(1)}%" width="${Math.max(share - gap, 0.5).toFixed(1)}%" height="100%"></rect>`
        x += share
        return rect
      })}
    </svg>`
}
