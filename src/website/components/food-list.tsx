// A list of foods with image, name, brand, energy, macronutrients and data confidence.
import type { ComponentChildren } from 'preact'
import type { Food } from '../../food/food.ts'
import { macronutrients, nutrientTable, titleOfNutrient } from '../../food/nutrients.ts'
import { pagePath } from '../../food/page-path.ts'
import { classes, classOfConfidence } from '../../quality/confidence/classes.ts'

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
          <FoodThumbnail food={food} />
          <div class="food-title">
            <a class="food-name" href={food.static_url ?? pagePath(food.id, food.name)}>
              {food.name}
            </a>
            {food.brand && <span class="food-brand">{food.brand}</span>}
            {note?.(food)}
          </div>
          <span class="food-energy">
            <Amount value={food.calories_kcal} digits={0} /> <span class="unit">kcal</span>
            <span class="sr-only"> per 100 g</span>
          </span>
          <Macros food={food} />
          <ConfidenceBadge confidence={food.confidence} />
        </li>
      ))}
    </ol>
  )
}

/** Shows a placeholder if there is no image or it fails to load. */
function FoodThumbnail({ food }: { food: Food }) {
  const url = food.image_thumb_url ?? food.image_url
  return (
    <span class="food-thumbnail">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M11 6h10v3H11zM10 11h12c0 2 3 2 3 5v8a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3v-8c0-3 3-3 3-5z" />
      </svg>
      {url?.startsWith('https://') && (
        <img src={url} alt="" width="72" height="72" loading="lazy" decoding="async" />
      )}
    </span>
  )
}

function Macros({ food }: { food: Food }) {
  return (
    <span class="food-macros">
      {macronutrients.map(nutrient => {
        const { shortTitle, unit } = nutrientTable[nutrient]
        return (
          <span key={nutrient}>
            {shortTitle ?? titleOfNutrient(nutrient)} <Amount value={food[nutrient]} digits={1} unit={unit} />
          </span>
        )
      })}
    </span>
  )
}

const formats = [0, 1].map(digits => new Intl.NumberFormat('en', { maximumFractionDigits: digits }))

/** An unknown value is shown as a dash, never as 0. */
function Amount({ value, digits, unit }: { value: number | null; digits: 0 | 1; unit?: string }) {
  if (value === null) {
    return (
      <span title="not on the label">
        <span aria-hidden="true">–</span>
        <span class="sr-only">unknown</span>
      </span>
    )
  }
  const formatted = formats[digits]?.format(value)
  return <>{unit ? `${formatted} ${unit}` : formatted}</>
}

function ConfidenceBadge({ confidence }: { confidence: number }) {
  const { look, text } = classes[classOfConfidence(confidence)].badge
  return (
    <span class={`confidence ${look}`} title={`Data confidence ${confidence.toFixed(2)} out of 1`}>
      {text}
    </span>
  )
}
