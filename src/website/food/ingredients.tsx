import type { FoodDetails } from '../../food/food-details.ts'

/** Ingredients, allergens and traces, as far as they are known. */
export function Ingredients({ details }: { details: FoodDetails }) {
  const { ingredients, allergens = [], traces = [] } = details
  if (ingredients === undefined && allergens.length === 0 && traces.length === 0) return null
  return (
    <section aria-labelledby="ingredients-title">
      <h2 id="ingredients-title">{ingredients === undefined ? 'Allergens' : 'Ingredients'}</h2>
      {ingredients !== undefined && (
        <p class="ingredients" dir="auto">
          {withAllergensMarked(ingredients, allergens)}
        </p>
      )}
      {(allergens.length > 0 || traces.length > 0) && (
        <>
          <dl class="facts">
            {allergens.length > 0 && (
              <div>
                <dt>Contains</dt>
                <dd>
                  <strong>{allergens.join(', ')}</strong>
                </dd>
              </div>
            )}
            {traces.length > 0 && (
              <div>
                <dt>May contain traces of</dt>
                <dd>{traces.join(', ')}</dd>
              </div>
            )}
          </dl>
          <p class="quiet">
            This list may be incomplete or outdated. If you have an allergy, read the package.
          </p>
        </>
      )}
    </section>
  )
}

/** Emphasizes allergens that the source marks (`_milk_`) or that are in the list of allergens. */
function withAllergensMarked(ingredients: string, allergens: string[]) {
  return ingredients.split(allergenPattern(allergens)).map((part, index) => {
    // `split` returns what the group matches at the odd positions.
    if (index % 2 === 0) return part
    const [, marked = part] = /^_(.+)_$/.exec(part) ?? []
    return <strong key={index}>{marked}</strong>
  })
}

function allergenPattern(allergens: string[]): RegExp {
  const words = allergens.map(allergen => `\\b${escapeForRegExp(allergen.replace(/s$/, ''))}s?\\b`)
  return new RegExp(`(${['_[^_]{1,100}_', ...words].join('|')})`, 'i')
}

const escapeForRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
