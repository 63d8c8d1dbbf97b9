import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QualityFlag } from '../../quality/candidate-food.ts'
import { cleanName, cleanOptional } from './text.ts'

const rulesOf = (clean: (flags: QualityFlag[]) => unknown) => {
  const flags: QualityFlag[] = []
  clean(flags)
  return flags.map(({ rule }) => rule)
}

describe('cleanName', () => {
  // written, name, expected rules
  const cases: [string, string, ...string[]][] = [
    ['Banana Chips', 'Banana Chips'],
    ['Crème brûlée à la vanille', 'Crème brûlée à la vanille'],
    ['Apple & Cinnamon Tea', 'Apple & Cinnamon Tea'],
    ['lentilles vertes ', 'lentilles vertes'],
    [' pure honey', 'pure honey'],
    ['Fruit  d\u00a0Or\n100%', 'Fruit d Or 100%'],
    ['&quot;Baguette Lyonnais&quot;', 'Baguette Lyonnais', 'html-entities'],
    ['Baguette Lyonnais &quot;Petit prix&quot;', 'Baguette Lyonnais "Petit prix"', 'html-entities'],
    ['Варенье &quot;Малиновое&quot;', 'Варенье "Малиновое"', 'html-entities'],
    ["'Prodhead'&gt;chilli Paste", "'Prodhead'>chilli Paste", 'html-entities'],
    ['&lt;b&gt;Rice&lt;/b&gt;', 'Rice', 'html-entities', 'html-tags'],
    ['&am<b></b>p;amp; Rice', '& Rice', 'html-tags', 'html-entities'],
    ['Meatball <<Beef>>', 'Meatball <<Beef>>'],
    ['Palais Des ThÃ©s', 'Palais Des Thés', 'mojibake'],
    ['Fã&frac14;r Weihnachten', 'Für Weihnachten', 'html-entities', 'mojibake'],
    ['Souffle\u0301 au Miel', 'Soufflé au Miel', 'unicode'],
    ['tu\u031bo\u031bng ca\u0300', 'tương cà', 'unicode'],
    ['Vruch\xadten\xadli\xadmo\xadna\xaddesiroop', 'Vruchtenlimonadesiroop', 'unicode'],
    ['начинкой Creamy\u200b Liqueur', 'начинкой Creamy Liqueur', 'unicode'],
    ['\ufeffMilk\u202e \u0007', 'Milk', 'unicode'],
    ['Manzana \uf8ff Juice', 'Manzana Juice', 'unicode'],
    ['Ravioli Pur B\x9coeuf', 'Ravioli Pur Boeuf', 'unicode'],
    ['half \ud83c', 'half', 'unicode'],
    ['ماست\u200cخامه', 'ماست\u200cخامه'],
    ['Bio\u200dMilch', 'BioMilch', 'unicode'],
    ['W\ufffdrz-Erdn\ufffdsse', 'W\ufffdrz-Erdn\ufffdsse', 'replacement-character'],
    ["'Reese''s Cups 3pieces'", "Reese's Cups 3pieces"],
    ["''Genmai mochi''", 'Genmai mochi'],
    ['« brûle graisse »', 'brûle graisse'],
    ['„Käse“', 'Käse'],
    ['"Sweet" and "sour"', '"Sweet" and "sour"'],
    ["'n Beetje", "'n Beetje"],
    ['Bakery 🍞', 'Bakery 🍞'],
    ["it's peanut butter man! 👍🏼❤️", "it's peanut butter man! 👍🏼❤️"],
    ['👨‍👩‍👧 Pasta', '👨‍👩‍👧 Pasta'],
    ['小米', '小米'],
    ['M', 'M'],
    ['A1', 'A1'],
    ['7up', '7up'],
    ['N.A!', 'N.A!'],
    ['nan', 'nan'],
    ['Vitamin Water XXX', 'Vitamin Water XXX'],
    ['Gentle test olive oil', 'Gentle test olive oil'],
  ]
  it.each(cases)('%s → %s', (written, name, ...rules) => {
    expect(cleanName(written, null, [])).toBe(name)
    expect(rulesOf(flags => cleanName(written, null, flags))).toEqual(rules)
  })
  it('truncates to 200 code points', () => {
    const flags: QualityFlag[] = []
    expect(cleanName('🍓é'.repeat(150), null, flags)).toBe('🍓é'.repeat(100))
    expect(flags).toEqual([{ rule: 'too-long', field: 'name', found: '🍓é'.repeat(100) }])
  })
})

describe('cleanName rejects', () => {
  const unusable = [
    ...[
      '',
      ' ',
      '???',
      '?????',
      ')',
      '.',
      '★★★',
      '★★★★★',
      "''",
      '@',
      '��� ���',
      '180',
      '1664',
      '8 410199012586',
    ],
    ...['100 %', '1,2,', '🍓', '👍🏼❤️', '&quot;&quot;', '\u3164', '\u200b', '<b></b>'],
    ...[
      'Test',
      'test',
      'test,',
      'Test 3%',
      'DEV test',
      'pet test 9',
      'undefined',
      'null',
      'n/a',
      'N.A.',
      'none',
    ],
    ...['xxx', 'Xxx', 'AAA', 'qqq', 'gggg', 'Produit inconnu', 'Inconnu', 'Name', 'Empty product', 'Unknown'],
  ]
  it.each(unusable)('%s', name => {
    expect(cleanName(name, null, [])).toBeNull()
  })
  it.each([null, undefined, 7, {}, ['Milk'], true])('%s, which is not a text', name => {
    expect(cleanName(name, null, [])).toBeNull()
  })
})

describe('cleanOptional', () => {
  const cases: [string, string | null, ...string[]][] = [
    ['Nestlé', 'Nestlé'],
    ['U', 'U'],
    ['365', '365'],
    ['NAN', 'NAN'],
    ['No Name', 'No Name'],
    ['ZPH &quot;Wojna&quot;', 'ZPH "Wojna"', 'html-entities'],
    ['Better You\ufffc, BetterYou', 'Better You, BetterYou', 'unicode'],
    ['null', null, 'placeholder'],
    ['undefined', null, 'placeholder'],
    ['Unknown', null, 'placeholder'],
    ['nan', null, 'placeholder'],
    ['en:null', null, 'placeholder'],
    ['n/a', null, 'placeholder'],
    ['sans marque', null, 'placeholder'],
    ['non indiquée', null, 'placeholder'],
    ['No Indica', null, 'placeholder'],
    ['-', null, 'placeholder'],
    ['?', null, 'placeholder'],
    ['', null],
    ['  ', null],
  ]
  it.each(cases)('%s → %s', (written, text, ...rules) => {
    expect(cleanOptional(written, 'brand', [])).toBe(text)
    expect(rulesOf(flags => cleanOptional(written, 'brand', flags))).toEqual(rules)
  })
  it('truncates to 100 code points', () => {
    expect(cleanOptional('Ferrero Nutella, '.repeat(10), 'brand', [])).toHaveLength(100)
  })
})

describe('for any text', () => {
  const dirt = fc.constantFrom(
    ...[
      '&amp;',
      '&quot;',
      '&#38;',
      '#38;',
      'amp;',
      '&lt;',
      'b&gt;',
      '<b>',
      '</',
      '<',
      '>',
      '"',
      "'",
      '«',
      '»',
    ],
    ...[
      'Ã',
      '©',
      'ã',
      '¡',
      'â€™',
      'Â',
      '\x83',
      '\x97',
      '\x9c',
      'é',
      'e\u0301',
      '\u0301',
      '\xad',
      '\u200d',
      ' ',
    ],
    ...[
      '\u200b',
      '\ufeff',
      '\u3164',
      '\0',
      '\ud83c',
      '\udf53',
      '🍓',
      'ा',
      '\ufffd',
      'a',
      'u',
      'Test',
      'null',
      '1',
    ],
  )
  const anyText = fc.oneof(
    fc.array(dirt, { maxLength: 40 }).map(parts => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  )
  it('returns NFC, trimmed and bounded, without control characters, and is idempotent', () => {
    fc.assert(
      fc.property(anyText, written => {
        const text = cleanOptional(written, 'brand', [])
        if (text === null) return
        expect(text).toBe(text.normalize('NFC'))
        expect(text).not.toMatch(/\p{Cc}|\p{Cs}|^\s|\s$|\s\s/u)
        expect(Array.from(text).length).toBeLessThanOrEqual(100)
        expect(cleanOptional(text, 'brand', [])).toBe(text)
      }),
      { numRuns: 3000 },
    )
  })
  const worstCases = [
    '&amp;',
    '&#38;',
    '<',
    '<b',
    '"',
    'Ã\x83',
    'é',
    ' ',
    '\xad',
    '\u0301',
    'a',
    '<b>',
    '&',
    'â€',
  ]
  it.each(worstCases)('is fast with 100 KB of %s', chunk => {
    const text = chunk.repeat(100_000 / chunk.length)
    const times = Array.from({ length: 40 }, () => {
      const started = performance.now()
      cleanName(text, null, [])
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(5)
  })
})
