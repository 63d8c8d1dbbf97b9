// A list of foods with image, name, brand, energy, macronutrients and data confidence.
import type { ComponentChildren } from 'preact'
import type { Food } from '../../food/food.ts'
import { macronutrients, nutrientTable, titleOfNutrient } from '../../food/nutrients.ts'
import { pagePath } from '../../food/page-path.ts'
import { classes, classOfConfidence } from '../../quality/confidence/classes.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'

interface FoodListProps {
  foods: Food[]
  variant?: 'rows' | 'cards'
  /** Shown below the name. */
  note?: (food: Food) => ComponentChildren
}

export function FoodList({ foods, variant = 'rows', note }: FoodListProps) {
  return (
    <ol class={`foods ${variant}`}>
      {foods.map(food => (
        <li key={food.id} class="food">
          {toNode(thumbnail(food))}
          <div class="food-title">
            <a class="food-name" href={food.static_url ?? pagePath(food.id, food.name)}>
              {food.name}
            </a>
            {food.brand && <span class="food-brand">{food.brand}</span>}
            {note?.(food)}
          </div>
          {toNode(figures(food))}
        </li>
      ))}
    </ol>
  )
}

/** Shows a placeholder if there is no image or it fails to load. */
function thumbnail(food: Food): Markup {
  const url = food.image_thumb_url ?? food.image_url
  return markup`
    <span class="food-thumbnail">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M11 6h10v3H11zM10 11h12c0 2 3 2 3 5v8a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3v-8c0-3 3-3 3-5z"></path>
      </svg>
      ${
        url?.startsWith('https://') &&
        markup`<img src="${url}" alt width="72" height="72" loading="lazy" decoding="async"/>`
      }
    </span>`
}

function figures(food: Food): Markup {
  const { look, text } = classes[classOfConfidence(food.confidence)].badge
  return markup`
    <span class="food-energy">
      ${amount(food.calories_kcal, 0)} <span class="unit">kcal</span>
      <span class="sr-only"> per 100 g</span>
    </span>
    <span class="food-macros">
      ${macros.map(({ nutrient, title, unit }) => markup`<span>${title} ${amount(food[nutrient], 1, unit)}</span>`)}
    </span>
    <span class="confidence ${look}" title="Data confidence ${food.confidence.toFixed(2)} out of 1">${text}</span>`
}

const macros = macronutrients.map(nutrient => {
  const { shortTitle, unit } = nutrientTable[nutrient]
  return { nutrient, title: shortTitle ?? titleOfNutrient(nutrient), unit }
})

const unknown = markup`
  <span title="not on the label">
    <span aria-hidden="true">–</span>
    <span class="sr-only">unknown</span>
  </span>`

const formats = [0, 1].map(digits => new Intl.NumberFormat('en', { maximumFractionDigits: digits }))

/** An unknown value is shown as a dash, never as 0. */
function amount(value: number | null, digits: 0 | 1, unit?: string): Markup {
  if (value === null) return unknown
  const formatted = formats[digits]?.format(value)
  return markup`${unit ? `${formatted} ${unit}` : formatted}`
}
