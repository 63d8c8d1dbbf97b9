// How much of it: with script every number follows while one types; without, the form asks for the page anew.
import type { Food } from '../../food/food.ts'

const maxGrams = 10_000

/** From the address. Undefined when there is none, null when it makes no sense. */
export function readPortion(typed: string): number | null | undefined {
  if (typed.trim() === '') return undefined
  const grams = /^\d{1,6}([.,]\d{1,3})?$/.test(typed.trim()) ? Number(typed.trim().replace(',', '.')) : 0
  return grams > 0 && grams <= maxGrams ? Math.round(grams * 100) / 100 || null : null
}

/** What a label would speak of: one serving, or 100 g where nobody knows one. */
export function defaultPortion({ serving_size_g: serving }: Food): number {
  return serving === null || serving > maxGrams ? 100 : rounded(serving)
}

interface PortionProps {
  food: Food
  path: string
  grams: number
  isWrong: boolean
}

export function PortionForm({ food, path, grams, isWrong }: PortionProps) {
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
            aria-invalid={isWrong ? 'true' : undefined}
            aria-describedby={isWrong ? 'portion-problem' : undefined}
          />
        </div>
        {serving !== null && (
          // The grams alone are sent; the script shows this field and keeps the two together.
          <div class="servings" hidden>
            <label for="portion-servings">Servings</label>
            <input
              id="portion-servings"
              type="number"
              inputmode="decimal"
              min="0"
              step="any"
              value={rounded(grams / serving)}
              data-serving={serving}
            />
          </div>
        )}
        <button type="submit" class="quiet">
          Recalculate
        </button>
      </div>
      {isWrong && (
        <p class="problem" id="portion-problem">
          That is no portion. Type a number of grams up to {maxGrams.toLocaleString('en-US')}.
        </p>
      )}
      <ul class="portions">
        {choicesFor(serving).map(choice => (
          <li key={choice.grams}>
            <a
              href={`${path}?grams=${choice.grams}`}
              data-grams={choice.grams}
              aria-current={choice.grams === grams ? 'true' : undefined}
              rel="nofollow"
            >
              {choice.name}
            </a>
          </li>
        ))}
      </ul>
    </form>
  )
}

function choicesFor(serving: number | null): { name: string; grams: number }[] {
  const hundred = { name: '100 g', grams: 100 }
  if (serving === null) return [{ name: '50 g', grams: 50 }, hundred, { name: '250 g', grams: 250 }]
  const servings = [
    { name: '1 serving', grams: rounded(serving) },
    { name: '2 servings', grams: rounded(serving * 2) },
  ]
  return [...servings.filter(({ grams }) => grams > 0 && grams <= maxGrams && grams !== 100), hundred]
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
