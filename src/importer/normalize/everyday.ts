// Shows a record of a food table as the everyday food for which it stands: the values are the table's, everything else is the list's.
import { type EverydayFood, everydayLanguages } from '../../food/everyday-foods.ts'
import type { Portion } from '../../food/food-details.ts'
import { illustrationPath } from '../../food/illustrations.ts'
import type { CandidateFood } from '../../quality/candidate-food.ts'

export function showAsEverydayFood(candidate: CandidateFood, everyday: EverydayFood): void {
  const [portion] = everyday.portions
  const image = illustrationPath(everyday.picture)
  const sourceName = candidate.name
  const shownName = (language: keyof EverydayFood['names']) => everyday.names[language][0] ?? sourceName
  Object.assign(candidate, {
    name: shownName('en'),
    category: everyday.category,
    serving_size_g: portion?.grams ?? null,
    serving_desc: portion?.description ?? null,
    image_url: image,
    image_thumb_url: image,
    details: {
      ...candidate.details,
      names: {
        ...candidate.details?.names,
        ...Object.fromEntries(everydayLanguages.map(language => [language, shownName(language)])),
      },
      source_name: sourceName,
      portions: withOtherPortions(everyday.portions, candidate.details?.portions),
    },
  } satisfies Partial<CandidateFood>)
}

/** Of two portions with the same weight, the one of the list is shown. */
function withOtherPortions(listed: readonly Portion[], stated: readonly Portion[] = []): Portion[] {
  const isListed = ({ grams }: Portion) =>
    listed.some(portion => Math.round(portion.grams) === Math.round(grams))
  return [...listed, ...stated.filter(portion => !isListed(portion))]
}
