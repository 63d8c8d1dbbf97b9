// Nutrients, confidence classes and rank tiers are each declared in one table. A literal elsewhere in src/ is a second
// declaration, unless the file is listed here with a reason.
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { classes, classIds, rangeOf } from '../quality/confidence/classes.ts'
import { weights } from '../quality/confidence/score.ts'
import { rankTiers } from '../search/rank-tiers.ts'
import { nutrients } from './nutrients.ts'

const namesNutrients: Record<string, string> = {
  'src/food/nutrients.ts': 'the table',
  'src/importer/normalize/energy.ts': 'energy comes from kilocalories or kilojoules',
  'src/importer/normalize/normalize.ts': 'energy and sodium have special readers',
  'src/importer/normalize/per-volume.ts': 'the flag of converted values is at the energy',
  'src/importer/normalize/sodium.ts': 'sodium comes from sodium or salt',
  'src/importer/judge-by-peers.ts': 'compares energy and macronutrients',
  'src/importer/product-identity.ts': 'compares energy and macronutrients',
  'src/importer/value-groups.ts': 'when the values of a record can be used',
  'src/main/commands/search.ts': 'shows the energy',
  'src/api/routes/food-details.ts': 'an example response',
  'src/catalog/food-portions.ts': 'names of foods whose energy is known',
  'src/meals/choose-food.ts': 'compares the energy of foods of one name',
  'src/meals/weigh.ts': 'the protein of a powder says which one it is',
  'src/packs/columns.ts': 'nutrients that lean packs leave out',
  'src/packs/read-catalog.ts': 'which foods have usable values',
  'src/quality/confidence/label.ts': 'the weights of the details depend on the macronutrients',
  'src/quality/confidence/reasons.ts': 'a sentence about the energy',
  'src/quality/plausibility/contradictions.ts': 'values that the kind of food rules out',
  'src/quality/plausibility/copied-values.ts': 'compares saturated and total fat, sugar and carbohydrates',
  'src/quality/plausibility/kind-ranges.ts': 'the energy that a kind of food can have',
  'src/quality/plausibility/energy.ts': 'the energy of the macronutrients',
  'src/quality/plausibility/impossible.ts': 'rules that compare one nutrient with another',
  'src/quality/plausibility/per-serving.ts': 'the energy and weight of a serving',
  'src/quality/plausibility/suspicious.ts': 'rules that compare one nutrient with another',
  'src/quality/plausibility/weight.ts': 'the weight of the macronutrients and the salt',
  'src/search/sorting.ts': 'which nutrients a search sorts by',
  'src/search/query/attributes.ts': 'the bounds of low fat, high protein and the like',
  'src/website/docs/guides/data-quality.tsx': 'names the limit of the energy',
  'src/website/docs/guides/from-nutritionix-fatsecret.tsx': 'the fields of other services',
  'src/website/docs/guides/from-open-food-facts.tsx': 'the fields of another service',
  'src/website/docs/guides/from-usda.tsx': 'the fields of another service',
  'src/website/docs/guides/missing-values.tsx': 'an example response',
  'src/website/docs/guides/offline.tsx': 'an example query',
  'src/website/packs/packs-page.tsx': 'example queries',
  'src/catalog/similar-foods.ts': 'compares energy and macronutrients',
  'src/food/category-rank.ts': 'which nutrients a food page ranks',
  'src/food/nutrition-claims.ts': 'the conditions of nutrition claims',
  'src/food/value-features.ts': 'the values that a category is judged by',
  'src/food/portions.ts': 'the energy of a usual portion',
  'src/food/traffic-lights.ts': 'the thresholds of the traffic lights',
  'src/estimates/comparable-foods.ts': 'estimates energy and macronutrients',
  'src/estimates/estimate-from-peers.ts': 'abstains by the range of the energy',
  'src/estimates/read-catalog.ts': 'the energy of the macronutrients',
  'src/website/food/data-quality.ts': 'says whether carbohydrates include fibre',
  'src/website/food/at-a-glance.ts': 'shows sodium as salt',
  'src/website/food/energy.ts': 'where the energy comes from',
  'src/website/food/estimate.ts': 'shows the energy and the macronutrients first',
  'src/website/food/eu-label.ts': 'states energy in two units and sodium as salt',
  'src/website/food/figures.ts': 'shows the energy and the macronutrients',
  'src/website/food/food-article.ts': 'alternatives say salt instead of sodium',
  'src/website/food/food-title.ts': 'the energy comes before the macronutrients',
  'src/website/food/us-label.ts': 'shows calories above the table',
  'src/website/components/food-list.tsx': 'shows the energy with the macronutrients',
  'src/website/home/api-example.tsx': 'an example response',
  'src/website/home/spec-card.tsx': 'the rows of an example label',
  'src/website/search/suggestions.ts': 'shows the energy',
  'src/catalog/categories.ts': 'the orders of a category',
  'src/website/docs/examples.ts': 'an example response',
  'src/website/meal/meal-content.tsx': 'shows the energy of each food',
  'src/website/meal/meal-totals.ts': 'shows sodium as salt',
  'src/website/compare/candidates.ts': 'shows the energy',
  'src/website/compare/comparison.ts': 'which values are better',
  'src/website/compare/comparison-table.ts': 'the order of the rows',
}

const namesBounds: Record<string, string> = {
  'src/catalog/similar-foods.ts': 'the scale of differences',
  'src/food/sources.ts': 'the trust in a source',
  'src/meals/choose-food.ts': 'how sure the choice of a food is',
  'src/meals/weigh.ts': 'how sure a weight is, and the factors of sizes',
  'src/food/traffic-lights.ts': 'the thresholds of the traffic lights',
  'src/quality/confidence/classes.ts': 'the table',
  'src/quality/confidence/reliability.ts': 'the tenths of the table',
  'src/quality/confidence/score.ts': 'weights and penalties of the score',
  'src/quality/plausibility/energy.ts': 'the tolerance of the energy',
  'src/search/query/sentence-language.ts': 'how well a language knows a word',
  'src/website/barcode/barcode-decoder.client.ts': 'widths of bars',
  'src/website/docs/guides/missing-values.tsx': 'a portion of 30 g',
}

const namesTiers: Record<string, string> = { 'src/search/rank-tiers.ts': 'the table' }

const files = globSync('src/**/*.{ts,tsx}')
  // The messages have one name per nutrient and language.
  .filter(file => !/\.test\.tsx?$|\/messages\//.test(file))
  .map(file => ({ file, code: withoutComments(readFileSync(file, 'utf8')) }))

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
}

const anyOf = (words: readonly string[]) => words.map(word => word.replaceAll('.', '\\.')).join('|')

const filesWith = (pattern: RegExp) => files.filter(({ code }) => pattern.test(code)).map(({ file }) => file)

describe('is declared only in its table', () => {
  it('the name of a nutrient', () => {
    expect(filesWith(new RegExp(`\\b(?:${anyOf(nutrients)})\\b`)).sort()).toEqual(
      Object.keys(namesNutrients).sort(),
    )
  })

  it('a bound of a confidence class', () => {
    // The lower floors are numbers that much else has too: a quarter, a twentieth.
    const floors = [classes.complete, classes.sparse].flatMap(({ floor }) => [
      String(floor),
      floor.toFixed(2),
    ])
    expect(filesWith(new RegExp(`(?<![\\d.])(?:${anyOf(floors)})(?![\\d.])`)).sort()).toEqual(
      Object.keys(namesBounds).sort(),
    )
  })

  it('the number of a rank tier, or how many there are', () => {
    const tierWithNumber = /\btiers?(?:\b|[A-Z_]).*\b\d+\b|\b\d+\b.*\btiers?(?:\b|[A-Z_])/
    expect(filesWith(tierWithNumber)).toEqual(Object.keys(namesTiers))
  })
})

describe('docs', () => {
  const quality = readFileSync('docs/explanation/data-quality.md', 'utf8').split('\n')
  const rowOf = (name: string) => quality.find(line => line.startsWith(`| ${name} |`))

  it.each(classIds)('name the range of the class %s', id => {
    expect(rowOf(id)).toMatch(new RegExp(`\\| ${rangeOf(id)} \\|$`))
  })

  it.each(Object.entries(weights))('name the share of the part %s', (part, share) => {
    expect(rowOf(part)).toContain(`| ${share.toFixed(2)} |`)
  })

  it('name the number of rank tiers', () => {
    const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
    expect(readFileSync('docs/explanation/search.md', 'utf8')).toContain(
      `${words[rankTiers.length - 1]} *rank tiers*`,
    )
  })
})
