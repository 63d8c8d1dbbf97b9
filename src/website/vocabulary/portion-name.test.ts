import { describe, expect, it } from 'vitest'
import { everydayFoods } from '../../food/everyday-foods.ts'
import { englishName, nameFor, phraseName } from './portion-name.ts'
import { parsePhrase, splitAmount } from './portion-phrase.ts'
import { modifiers, nouns, type OtherLocale, otherLocales, sizes } from './portion-words.ts'

function inLanguage(description: string, locale: OtherLocale): string | undefined {
  const phrase = parsePhrase(description, 'Papaya')
  return phrase ? `${phrase.amount} ${nameFor(phraseName(phrase, locale), phrase.amount, locale)}` : undefined
}

it.each([
  ['1 medium banana', '1 mittelgroße Banane', '1 banane moyenne', '1 średni banan'],
  ['2 large eggs', '2 große Eier', '2 grands œufs', '2 duże jajka'],
  ['5 large eggs', '5 große Eier', '5 grands œufs', '5 dużych jajek'],
  [
    '1.5 thin slices, raw',
    '1.5 dünne Scheiben, roh',
    '1.5 tranche fine, poids cru',
    '1.5 cienkiego plastra, na surowo',
  ],
  ['1 cup (240 ml)', '1 Tasse (240 ml)', '1 tasse (240 ml)', '1 filiżanka (240 ml)'],
  ['1 cup (8 fl oz)', '1 Tasse (240 ml)', '1 tasse (240 ml)', '1 filiżanka (240 ml)'],
  ['1 Tbsp.', '1 Esslöffel', '1 cuillère à soupe', '1 łyżka'],
  ['1 serving (6 pieces)', '1 Portion (6 Stück)', '1 portion (6 pièces)', '1 porcja (6 sztuk)'],
  [
    '1 medium (7" to 7-7/8" long)',
    '1 mittelgroßes Stück (18 cm)',
    '1 pièce moyenne (18 cm)',
    '1 średnia sztuka (18 cm)',
  ],
  [
    '1 small leg without bone',
    '1 kleine Keule, ohne Knochen',
    '1 petite cuisse, sans os',
    '1 mała noga, bez kości',
  ],
  [
    '1 cup slices',
    '1 Tasse (US), in Scheiben',
    '1 tasse (US), en tranches',
    '1 filiżanka (USA), w plasterkach',
  ],
  ['1 small papaya', '1 kleines Stück', '1 petite pièce', '1 mała sztuka'],
  ['2 rebanadas', '2 Scheiben', '2 tranches', '2 plastry'],
])('%s', (description, german, french, polish) => {
  expect(inLanguage(description, 'de')).toBe(german)
  expect(inLanguage(description, 'fr')).toBe(french)
  expect(inLanguage(description, 'pl')).toBe(polish)
})

it.each(['1 widget', '1 cup, enchanted', '1 large small egg', '', '8 fl oz'])(
  'does not know %j',
  description => {
    expect(parsePhrase(description, 'Papaya')).toBeNull()
  },
)

it.each([
  ['1 1/2 cups', 1.5, 'cups'],
  ['0,25 cup', 0.25, 'cup'],
  ['half an avocado', 0.5, 'avocado'],
  ['1 half roll', 0.5, 'roll'],
  ['halves', 1, 'halves'],
  ['0 cups', 1, '0 cups'],
  ['1/0 cup', 1, '1/0 cup'],
])('reads the amount of %s', (text, amount, rest) => {
  expect(splitAmount(text)).toEqual({ amount, rest })
})

it.each([
  ['slices', 'slice', 'slices'],
  ['Tbsp', 'tablespoon', 'tablespoons'],
  ['BAR', 'bar', 'bars'],
  ['cookies (large)', 'cookie (large)', 'cookies (large)'],
  ['leaf', 'leaf', 'leaves'],
  ['vaso', 'glass', 'glasses'],
  ['zucchini', 'zucchini', 'zucchinis'],
  ['fl oz', 'fl oz', undefined],
])('writes %s in English', (text, one, other) => {
  expect(englishName(text)).toEqual(other === undefined ? { one } : { one, other })
})

describe.each(otherLocales)('in %s', locale => {
  it('has every word', () => {
    for (const [noun, byLocale] of nouns) expect(byLocale[locale].forms.every(Boolean), noun).toBe(true)
    for (const [size, words] of sizes) expect(words[locale].length, size).toBe(locale === 'pl' ? 5 : 4)
    for (const [modifier, words] of modifiers) expect(words.filter(Boolean).length, modifier).toBe(5)
  })

  it('names nearly every portion of the everyday foods', () => {
    const all = everydayFoods.flatMap(({ portions, names }) =>
      portions.map(({ description }) => parsePhrase(description, names.en.join())),
    )
    expect(all.filter(phrase => phrase === null).length / all.length).toBeLessThan(0.01)
  })
})
