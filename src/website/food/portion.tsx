// The portion form. The client script updates values while typing; without JavaScript the form reloads the page.
import type { Food } from '../../food/food.ts'
import type { FoodDetails, Portion } from '../../food/food-details.ts'

const maxGrams = 10_000

/** Parses the `grams` query parameter: undefined if absent, null if invalid. */
export function readPortion(value: string): number | null | undefined {
  if (value.trim() === '') return undefined
  const grams = /^\d{1,6}([.,]\d{1,3})?$/.test(value.trim()) ? Number(value.trim().replace(',', '.')) : 0
  return grams > 0 && grams <= maxGrams ? Math.round(grams * 100) / 100 || null : null
}

/** One serving, or 100 g if the serving size is unknown. */
export function defaultPortion({ serving_size_g: serving }: Food): number {
  return serving === null || serving > maxGrams ? 100 : round(serving)
}

interface PortionProps {
  food: Food
  details: FoodDetails | null
  path: string
  grams: number
  isInvalid: boolean
}

export function PortionForm({ food, details, path, grams, isInvalid }: PortionProps) {
  const serving = food.serving_size_g
  return (
    <form class="portion" method="get" action={path} novalidate>
      <div class="portion-fields">
        <div>
          <label for="portion-grams">Grams</label>
          <input
            id="portion-grams"
            name="grams"
            type="number"
            inputmode="decimal"
            min="0.01"
            max={maxGrams}
            step="any"
            value={grams}
            aria-invalid={isInvalid ? 'true' : undefined}
            aria-describedby={isInvalid ? 'portion-problem' : undefined}
          />
        </div>
        {serving !== null && (
          // Only grams are submitted; the client script shows this field and keeps both in sync.
          <div class="servings" hidden>
            <label for="portion-servings">Servings</label>
            <input
              id="portion-servings"
              type="number"
              inputmode="decimal"
              min="0"
              step="any"
              value={round(grams / serving)}
              data-serving={serving}
            />
          </div>
        )}
        <button type="submit" class="quiet">
          Recalculate
        </button>
      </div>
      {isInvalid && (
        <p class="problem" id="portion-problem">
          Enter a portion between 0.01 and {maxGrams.toLocaleString('en-US')} grams.
        </p>
      )}
      <ul class="portions">
        {presetsFor(serving, details?.portions).map(preset => (
          <li key={preset.name}>
            <a
              href={`${path}?grams=${preset.grams}`}
              data-grams={preset.grams}
              aria-current={preset.grams === grams ? 'true' : undefined}
              rel="nofollow"
            >
              {preset.name}
            </a>
          </li>
        ))}
      </ul>
    </form>
  )
}

interface Preset {
  name: string
  grams: number
}

const hundredGrams = { name: '100 g', grams: 100 }

function presetsFor(serving: number | null, portions: Portion[] = []): Preset[] {
  if (serving === null && portions.length === 0)
    return [{ name: '50 g', grams: 50 }, hundredGrams, { name: '250 g', grams: 250 }]
  const household = portions.map(({ description, grams }) => ({
    name: `${description}, ${round(grams)} g`,
    grams: round(grams),
  }))
  const presets = [...household, ...servingPresets(serving, household)]
  return [...presets.filter(({ grams }) => grams > 0 && grams <= maxGrams), hundredGrams]
}

function servingPresets(serving: number | null, household: Preset[]): Preset[] {
  if (serving === null) return []
  const isNamed = household.some(({ grams }) => grams === round(serving))
  const servings = [
    ...(isNamed ? [] : [{ name: '1 serving', grams: round(serving) }]),
    { name: '2 servings', grams: round(serving * 2) },
  ]
  return servings.filter(({ grams }) => grams !== hundredGrams.grams)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
