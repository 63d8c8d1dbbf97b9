// What packages and documents state about nutrients, from the tables in src/food.
import { readFileSync } from 'node:fs'
import { type Micronutrient, micronutrients, micronutrientTable } from '../../src/food/micronutrients.ts'
import {
  massLimit,
  type Nutrient,
  nutrients,
  nutrientTable,
  sourceAmounts,
} from '../../src/food/nutrients.ts'
import { constantModule } from './constant-module.ts'
import { markdownTable, replaceSection } from './markdown.ts'

const moduleOf = (name: string, items: readonly unknown[]) =>
  constantModule('src/food/nutrients.ts', name, items)

/** How Open Food Facts states a nutrient of Larder: everything but energy in grams. */
function openFoodFactsUnit(nutrient: Nutrient): { unit: 'g' | 'kcal'; factor: number } {
  const { unit } = nutrientTable[nutrient]
  return unit === 'kcal' ? { unit, factor: 1 } : { unit: 'g', factor: unit === 'mg' ? 0.001 : 1 }
}

const unitsPerGram = { g: 1, mg: 1000, µg: 1_000_000 }

const offNameOf = (micronutrient: Micronutrient) => micronutrientTable[micronutrient].off[0]

export const nutrientModules = (): Record<string, string> => ({
  'packages/client/src/nutrient-names.ts': moduleOf('nutrientNames', nutrients),
  'test/contract/nutrient-names.ts': moduleOf('nutrientNames', nutrients),
  'packages/off-adapter/src/nutrient-units.ts': moduleOf(
    'nutrientUnits',
    nutrients.map(field => ({ name: nutrientTable[field].off.names[0], field, ...openFoodFactsUnit(field) })),
  ),
  'packages/off-adapter/src/micronutrient-units.ts': constantModule(
    'src/food/micronutrients.ts',
    'micronutrientUnits',
    [
      ...micronutrients.map(id => ({
        name: offNameOf(id),
        field: id,
        factor: 1 / unitsPerGram[micronutrientTable[id].unit],
      })),
      // Alcohol is in % vol there; converting grams to it needs the density.
      ...sourceAmounts
        .filter(({ amount }) => amount === 'polyols')
        .map(({ off }) => ({ name: off.names[0], field: 'polyols_g', factor: 1 })),
    ],
  ),
})

const code = (text: string) => `\`${text}\``

function limitRow(nutrient: Nutrient): string[] {
  const { name, unit, limit } = nutrientTable[nutrient]
  const { rule, max, maxWithoutMacros, why, example } = limit
  const over = (amount: number) => `over ${amount.toLocaleString('en-US')} ${unit}`
  const subject = limit === massLimit ? 'any mass' : name
  const withoutMacros = maxWithoutMacros
    ? `; ${over(maxWithoutMacros)} for foods without fat, carbohydrates and protein`
    : ''
  return [code(rule), `${subject} ${over(max)}${withoutMacros}`, why, 'null', example ?? '–']
}

export function nutrientDocuments(): Record<string, string> {
  const shown = (amount?: number) => amount?.toLocaleString('en-US') ?? '–'
  const sections: Record<string, Record<string, string>> = {
    'docs/reference/food-details.md': {
      micronutrients: markdownTable(
        ['id', 'name', 'daily value', 'maximum'],
        micronutrients.map(id => {
          const { name, dailyValue, max } = micronutrientTable[id]
          return [code(id), name, shown(dailyValue), shown(max)]
        }),
      ),
    },
    'docs/explanation/data-quality.md': {
      limits: markdownTable(
        ['code', 'threshold', 'why', 'effect', 'real example'],
        [...new Map(nutrients.map(nutrient => [nutrientTable[nutrient].limit.rule, nutrient])).values()].map(
          limitRow,
        ),
      ),
    },
    'packages/off-adapter/README.md': {
      nutrients: markdownTable(
        ['nutrient', 'unit', 'from'],
        [
          ['`energy`, `energy-kj`', 'kJ', '`calories_kcal` × 4.184'],
          ...nutrients.map(nutrient => {
            const { unit, factor } = openFoodFactsUnit(nutrient)
            const [name = ''] = nutrientTable[nutrient].off.names
            return [code(name), unit, `${code(nutrient)}${factor === 1 ? '' : ' ÷ 1000'}`]
          }),
          ['`salt`', 'g', '`sodium_mg` × 2.5 ÷ 1000'],
          ...micronutrients.map(id => {
            const divisor = unitsPerGram[micronutrientTable[id].unit]
            const division = divisor === 1 ? '' : ` ÷ ${divisor.toLocaleString('en-US')}`
            return [code(offNameOf(id) ?? ''), 'g', `${code(id)} of the details${division}`]
          }),
          ['`polyols`', 'g', '`polyols_g` of the details'],
        ],
      ),
    },
  }
  return Object.fromEntries(
    Object.entries(sections).map(([path, texts]) => [
      path,
      Object.entries(texts).reduce(
        (page, [section, text]) => replaceSection(path, page, section, text),
        readFileSync(path, 'utf8'),
      ),
    ]),
  )
}
