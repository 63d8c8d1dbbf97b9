// Facts about the product rather than its nutrients: scores, package, countries, names in other languages.
import type { ComponentChildren } from 'preact'
import { type FoodDetails, nutriScores } from '../../food/food-details.ts'

/** The NOVA classification of foods by how they are processed. */
const novaNames: Record<NonNullable<FoodDetails['nova_group']>, string> = {
  1: 'unprocessed or minimally processed',
  2: 'processed culinary ingredient',
  3: 'processed',
  4: 'ultra-processed',
}

export function ProductFacts({ details }: { details: FoodDetails }) {
  const { nutri_score, nova_group, package_quantity, countries } = details
  const facts: [string, ComponentChildren][] = []
  if (nutri_score !== undefined) facts.push(['Nutri-Score', <NutriScore key="score" score={nutri_score} />])
  if (nova_group !== undefined) facts.push(['NOVA group', `${nova_group}: ${novaNames[nova_group]}`])
  if (package_quantity !== undefined) facts.push(['Package', package_quantity])
  if (countries !== undefined) facts.push(['Sold in', countries.join(', ')])
  if (facts.length === 0) return null
  return (
    <section aria-labelledby="product-title">
      <h2 id="product-title">Product</h2>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function NutriScore({ score }: { score: NonNullable<FoodDetails['nutri_score']> }) {
  return (
    <>
      <span class="sr-only">{score.toUpperCase()}</span>
      <span class="nutri-score" aria-hidden="true">
        {nutriScores.map(letter => (
          <span key={letter} class={letter === score ? `nutri-score-${letter}` : undefined}>
            {letter.toUpperCase()}
          </span>
        ))}
      </span>
    </>
  )
}

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' })

/** The names in the languages in which the food is called something else. */
export function OtherNames({ name: shown, details }: { name: string; details: FoodDetails }) {
  const others = Object.entries(details.names ?? {}).filter(([, name]) => name !== shown)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="names-title">
      <h2 id="names-title">Names in other languages</h2>
      <dl class="facts">
        {others.map(([language, name]) => (
          <div key={language}>
            <dt>{languageNames.of(language)}</dt>
            <dd lang={language} dir="auto">
              {name}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The language of the name that the page shows; undefined if the source states it in none or several. */
export function languageOfName(shown: string, details: FoodDetails | null): string | undefined {
  const languages = Object.entries(details?.names ?? {}).filter(([, name]) => name === shown)
  return languages.length === 1 ? languages[0]?.[0] : undefined
}
