import { describe, expect, it } from 'vitest'
import type { QualityFlag } from '../../quality/candidate-food.ts'
import type { SourceRecord } from '../../sources/source-record.ts'
import { readableName } from './names.ts'

const context = { source: 'off', source_id: '4099999000012', categories: [] } as const

function read(written: string, changes: Partial<SourceRecord> = {}) {
  const flags: QualityFlag[] = []
  const name = readableName(
    written,
    changes.brand ?? null,
    { ...context, ...(changes as typeof context) },
    flags,
  )
  return [name, ...flags.map(({ rule }) => rule)]
}

describe('package sizes', () => {
  it.each([
    ['Chick peas 500g', 'Chick peas'],
    ['Chick peas - 500 G', 'Chick peas'],
    ['Chick peas (500 gr)', 'Chick peas'],
    ['Chick peas, 1.5 kg.', 'Chick peas'],
    ['Eau gazeuse 1, 25 L', 'Eau gazeuse'],
    ['Lemonade 6 x 330 ml', 'Lemonade'],
    ['Lemonade 33cl x 6', 'Lemonade'],
    ['Fromage frais 2 x (6 x 60 g)', 'Fromage frais'],
    ['Crêpes X6', 'Crêpes'],
    ['Naan 6 Pack', 'Naan'],
    ['Soda 12 fl oz', 'Soda'],
    ['Orange soda 1.5 l, 6 Bouteilles', 'Orange soda'],
    ['Olives vertes - pot de 295g', 'Olives vertes'],
    ['Knacks, la barquette de 4 240 gr', 'Knacks'],
    ['Fromages, le lot de 8', 'Fromages'],
    ['Yaourt les 4 pots de 125 g', 'Yaourt'],
    ['Pasta [sachet De 500G].', 'Pasta'],
    ['Tea (250g Dose)', 'Tea'],
    ['Ginger beer (cloudy, 330 ml)', 'Ginger beer (cloudy)'],
    ['375G Chick peas', 'Chick peas'],
    ['1 kg de Farine', 'Farine'],
    ['Pack 6X50CL Source Water', 'Source Water'],
    ['Haricots - 340 g - Rochefontaine', 'Haricots - Rochefontaine'],
    ['Munster 125 G Ermitage', 'Munster Ermitage'],
    ['Ail, 100 Grammes, Rustica', 'Ail, Rustica'],
  ])('%s → %s', (written, name) => {
    expect(read(written)).toEqual([name, 'package-size'])
  })

  it.each([
    '7up',
    'Yogurt 0%',
    '100% Juice',
    '2% Milk',
    '1664 25cl',
    '20g Protein Bar',
    'Whey with 7g BCAA',
    'Protein 20g',
    '0 g Sugar drink',
    'Vitamin C 500 mg',
    'Rice 10+2KG',
    'Bio 500 g',
    "No 4 L'incontestable",
    '6 Crêpes fourrées',
    '500euro Bar',
    'Champagne 2012',
  ])('%s is kept', name => {
    expect(read(name)).toEqual([name])
  })
})

describe('codes', () => {
  it.each([
    ['Oat bars, UPC: 012345678905', 'Oat bars'],
    ['Oat bars EAN 4099999000012', 'Oat bars'],
    ['Oat bars PLU 34592', 'Oat bars'],
    ['Oat bars - 30025371', 'Oat bars'],
    ['Oat bars (Voir 4099999000012)', 'Oat bars'],
    ['Oat bars [même code barre 26015958 que Bars (Oat)]', 'Oat bars'],
    ['4099999000012 Oat bars', 'Oat bars'],
    ['Oats 4099999000012 Rolled oats', 'Oats, Rolled oats'],
    ['Burger lot 78073163', 'Burger'],
  ])('%s → %s', (written, name) => {
    expect(read(written)).toEqual([name, 'code-in-name'])
  })
  it.each(['Bière 1664 blonde', 'Cupcakes 2000', '4099999000012 Bio', 'Route 66'])('%s is kept', name => {
    expect(read(name)).toEqual([name])
  })
})

describe('brands', () => {
  // name, brand, categories, expected name
  it.each([
    ['Nutella Nutella', 'Nutella', [], 'Nutella'],
    ['Oakley, white grape juice', 'Oakley', [], 'White grape juice'],
    ['Oakley®, white grape juice', 'oakley', [], 'White grape juice'],
    ['Oakley - White grape juice', 'Oakley', [], 'White grape juice'],
    ['White grape juice - Oakley', 'Oakley', [], 'White grape juice'],
    ['Grape juice by Oakley', 'Oakley', [], 'Grape juice'],
    ['Oakley White Bread', 'Oakley', ['en:breads'], 'White Bread'],
    ['Ricotta fresca Oakley', 'Oakley', ['en:ricotta'], 'Ricotta fresca'],
  ])('%s of %s in %j → %s', (written, brand, categories, name) => {
    expect(read(written, { brand, categories })).toEqual([name, 'repeated-brand'])
  })

  it.each([
    ['Nutella', 'Nutella', []],
    ['Oakley Zero', 'Oakley', ['en:beverages']],
    ['Oakley Zero Sugar', 'Oakley', ['en:sugar-substitutes']],
    ['Oakley, Original', 'Oakley', []],
    ['Oakley Peanut Butter', 'Oakley', ['en:biscuits']],
    ['Oakley: Peppermint', 'Oakley', ['en:candies']],
    ['Honey Nut Oakley', 'Oakley', ['en:breakfast-cereals']],
    ['Double Gluten Free Oakley', 'Oakley', ['en:gluten-free-biscuits']],
    ['Galette au Oakley', 'Oakley', ['en:galette']],
    ['Oakleys Bread', 'Oakley', ['en:breads']],
    ['Oak', 'Oakley', []],
  ])('%s of %s in %j is kept', (name, brand, categories) => {
    expect(read(name, { brand, categories })).toEqual([name])
  })
})

describe('generic foods of laboratories', () => {
  const laboratory = { source: 'usda', barcode: null } as const
  it('lose the note about a program', () => {
    const note = "(Includes foods for USDA's Food Distribution Program)"
    expect(read(`Apples, raw, with skin ${note}`, laboratory)).toEqual([
      'Apples, raw, with skin',
      'program-note',
    ])
  })
  it.each(['Bananas, raw', 'Fast foods, hamburger, 1/4 lb', 'Milk, 1 g fat'])('%s is kept', name => {
    expect(read(name, laboratory)).toEqual([name])
  })
})

it('reports each rule once, with the whole written name', () => {
  const flags: QualityFlag[] = []
  const written = 'OAKLEY, OAT BARS 6X40G'
  expect(readableName(written, 'Oakley', context, flags)).toBe('Oat Bars')
  expect(flags).toEqual(
    ['package-size', 'repeated-brand', 'title-case'].map(rule => ({ rule, field: 'name', found: written })),
  )
})
