// The verdict: traffic lights, badges, and the rank of the food within its category.

import type { CategoryRank } from '../../catalog/food-page.ts'
import { rankedNutrients } from '../../food/category-rank.ts'
import type { Food } from '../../food/food.ts'
import { nutrientTable } from '../../food/nutrients.ts'
import { nutritionClaimsOf } from '../../food/nutrition-claims.ts'
import { isDrink, type TrafficLight, trafficLightsOf } from '../../food/traffic-lights.ts'
import { categoryPath } from '../categories/category-path.ts'
import { categoryName } from '../components/names.ts'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { formatAmount, formatNumber } from './label-numbers.ts'

const maxClaims = 4

export function atAGlance(food: Food, locale: Locale): Markup {
  const t = messages[locale].food
  const lights = trafficLightsOf(food)
  if (lights.length === 0) return markup``
  const claims = nutritionClaimsOf(food).slice(0, maxClaims)
  return markup`
    <section class="stack" aria-labelledby="glance-title">
      <div class="between">
        <h2 id="glance-title">${t.atAGlance}</h2>
        ${
          claims.length > 0 &&
          markup`<p class="cluster">${claims.map(claim => markup`<span class="badge badge-ok">${t.claims[claim]}</span>`)}</p>`
        }
      </div>
      <div class="card">
        <div class="lights">${lights.map(light => lightMarkup(light, locale))}</div>
        <p class="hint">${isDrink(food) ? t.trafficLightsOfDrink : t.trafficLightsOfFood}${claims.length > 0 && ` ${t.claimsNote}`}</p>
      </div>
    </section>`
}

/** Thirds, with gaps between them. */
const zones = markup`
  <rect class="z-low" y="4" width="33%" height="8" rx="4"></rect>
  <rect class="z-medium" x="33.6%" y="4" width="33%" height="8" rx="4"></rect>
  <rect class="z-high" x="67.2%" y="4" width="32.8%" height="8" rx="4"></rect>`

function lightMarkup(light: TrafficLight, locale: Locale): Markup {
  const { nutrient, value, level, thresholds } = light
  const t = messages[locale].food
  const isSalt = nutrient === 'sodium_mg'
  const name = isSalt ? t.salt : messages[locale].shared.nutrients[nutrient]
  const [low, medium] = thresholds
  return markup`
    <div class="light light-${level}">
      <div class="light-top">
        <b>${name}</b>
        <span class="tnum">${saltOrGrams(value, isSalt, locale)}&#8239;<span class="unit">g</span></span>
        <span class="light-word">${t.levels[level]}</span>
      </div>
      <svg class="light-scale" aria-hidden="true">${zones}<circle class="light-pin" cx="${pinPosition(light).toFixed(1)}%" cy="8" r="6"></circle></svg>
      <div class="light-ends"><span>0</span><span>${formatAmount(low, locale)} g</span><span>${formatAmount(medium, locale)} g</span><span></span></div>
    </div>`
}

function saltOrGrams(value: number, isSalt: boolean, locale: Locale): string {
  if (!isSalt) return formatNumber('figure', value, locale)
  return value > 0 && value < 0.01 ? `< ${formatAmount(0.01, locale)}` : formatAmount(value, locale)
}

/** In percent. Each third has its own scale; the last one ends at twice the threshold. */
function pinPosition({ value, thresholds: [low, medium] }: TrafficLight): number {
  if (value <= low) return Math.max(2, (33 * value) / low)
  if (value <= medium) return 33.6 + (33 * (value - low)) / (medium - low)
  return Math.min(98, 67.2 + (32.8 * (value - medium)) / medium)
}

/** Empty if the category has too few foods. */
export function categoryRanks(food: Food, ranks: CategoryRank[], locale: Locale): Markup {
  const [first] = ranks
  if (!first) return markup``
  const t = messages[locale].food
  const heading = t.comparedWith({
    category: categoryName(first.category, locale),
    link: name => markup`<a href="${categoryPath(first.category)}">${name}</a>`,
  })
  return markup`
    <section class="stack" aria-labelledby="rank-title">
      <h2 id="rank-title">${heading}</h2>
      <div class="card stack">
        ${rankedNutrients.flatMap(nutrient => {
          const rank = ranks.find(each => each.nutrient === nutrient)
          return rank ? rankMarkup(rank, food[nutrient] ?? 0, locale) : []
        })}
        <p class="hint">${t.rankLegend}</p>
      </div>
    </section>`
}

function rankMarkup(rank: CategoryRank, value: number, locale: Locale): Markup {
  const { nutrient, range } = rank
  const [from, quarter, median, threeQuarters, to] = range
  const { unit } = nutrientTable[nutrient]
  const position = (each: number) =>
    to === from ? 50 : Math.min(98, Math.max(2, (100 * (each - from)) / (to - from)))
  const [start, end, middle] = [position(quarter), position(threeQuarters), position(median).toFixed(1)]
  return markup`
    <div class="rank">
      <div class="light-top"><b>${messages[locale].shared.nutrients[nutrient]}</b><span>${rankText(rank, locale)}</span></div>
      <svg class="strip" aria-hidden="true">
        <line x1="0" x2="100%" y1="12" y2="12"></line>
        <rect class="band" x="${start.toFixed(1)}%" width="${Math.max(1, end - start).toFixed(1)}%" y="5" height="14" rx="4"></rect>
        <line class="mid" x1="${middle}%" x2="${middle}%" y1="5" y2="19"></line>
        <circle class="you" cx="${position(value).toFixed(1)}%" cy="12" r="7"></circle>
      </svg>
      <div class="ends"><span>${endText(from, unit, locale)}</span><span>${endText(to, unit, locale)}</span></div>
    </div>`
}

const endText = (value: number, unit: string, locale: Locale) =>
  `${formatNumber(unit === 'kcal' || value >= 10 ? 'whole' : 'figure', value, locale)} ${unit}`

function rankText({ percentWithLess, percentWithMore, foods }: CategoryRank, locale: Locale): string {
  const t = messages[locale].food
  const percent = (value: number) => formatNumber('percent', value, locale)
  if (Math.max(percentWithLess, percentWithMore) < 50) return t.typical({ foods })
  return percentWithLess >= percentWithMore
    ? t.moreThan({ percent: percent(Math.min(99, percentWithLess)), foods })
    : t.lessThan({ percent: percent(Math.min(99, percentWithMore)), foods })
}
