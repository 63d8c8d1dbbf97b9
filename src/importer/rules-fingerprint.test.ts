import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { computeFingerprint, ruleFiles } from './rules-fingerprint.ts'

const source = fileURLToPath(new URL('../', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'larder-rules-'))
const copy = join(root, 'src')
cpSync(source, copy, { recursive: true })
cpSync('data', join(root, 'data'), { recursive: true })
afterAll(() => rmSync(root, { recursive: true }))

const importerFolder = pathToFileURL(
  join(copy, relative(source, fileURLToPath(new URL('./', import.meta.url))), '/'),
)
const fingerprint = () => computeFingerprint('foods', importerFolder)

const sourceFiles = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter(
  name => /\.(?:tsx?|yaml)$/.test(name) && !name.endsWith('.test.ts'),
)

/** The fingerprint with one file changed. */
function fingerprintWith(file: string, change: (text: string) => string): string {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, change(text))
  try {
    return fingerprint()
  } finally {
    writeFileSync(path, text)
  }
}

// The files are found by this text, so that the table is independent of the layout.
const ruleChanges: [rule: string, line: string, changed: string][] = [
  ['Open Food Facts: rejection', "rejected: 'no-code'", "rejected: 'without-code'"],
  ['JSONL: length of ids', 'maxSourceIdLength = 200', 'maxSourceIdLength = 100'],
  ['USDA: nutrient ids', 'usda: [1008, 2048, 2047]', 'usda: [1008, 2047, 2048]'],
  ['USDA: units of servings', "ONZ: 'oz'", "ONZ: 'ounce'"],
  ['USDA: names in capitals', 'letters.length <= 3 && !vowel', 'letters.length <= 4 && !vowel'],
  ['integers of any source', 'number < 2 ** 31', 'number < 2 ** 30'],
  ['energy: kcal and kJ that disagree', 'share: 0.2, kcal: 25', 'share: 0.3, kcal: 25'],
  ['sodium from salt', '= 2.5\n', '= 2.54\n'],
  ['HTML entities', "frac14: '¼'", "frac14: '1/4'"],
  ['placeholders', '[asdf, qwerty', '[qwerty'],
  ['serving units', 'oz: 28.349523125', 'oz: 28.35'],
  ['density of alcohol', '= 0.789', '= 0.8'],
  ['quotes around a text', "['„', '“']", "['„', '”']"],
  ['plausibility: impossible values', 'max: 39_340', 'max: 39_000'],
  ['plausibility: suspicious values', 'maxWeightWithFiber = 120', 'maxWeightWithFiber = 130'],
  ['plausibility: weight', '= 105\n', '= 106\n'],
  ['plausibility: energy of alcohol', 'OfAlcohol = 7\n', 'OfAlcohol = 7.1\n'],
  ['plausibility: kinds of food', 'minFatWithSaturatedFat = 10', 'minFatWithSaturatedFat = 20'],
  ['plausibility: peers', 'labelsPerLaboratoryFood = 10', 'labelsPerLaboratoryFood = 5'],
  ['confidence: weights', 'completeness: 0.45', 'completeness: 0.4'],
  ['best values: usable values', 'isKnown).length >= 2', 'isKnown).length >= 3'],
  ['words: ligatures', "œ: 'oe'", "œ: 'o'"],
  ['words: plurals', '(?:au|eu)x$', '(?:au|eu|ou)x$'],
  ['words: linking words', 'dem, den, des, und', 'dem, den, des'],
  ['canonical barcodes', 'digits.length <= 8 ? 8 : 13', 'digits.length <= 8 ? 8 : 14'],
  ['categories: the list', 'Salmon:\n      tags: [en:salmons]', 'Salmon:\n      tags: [en:salmon]'],
  ['categories: names of USDA', 'Soft drinks: [Soda]', 'Colas: [Soda]'],
  ['the stored row', "'\\n': '\\\\n'", "'\\n': ' '"],
  ['in-store codes', '2\\d{7}|2\\d{12}', '2\\d{12}'],
]

describe('computeFingerprint', () => {
  it.each(ruleChanges)('changes with one line of: %s', (_, line, changed) => {
    const before = fingerprint()
    const files = sourceFiles.filter(file => readFileSync(join(copy, file), 'utf8').includes(line))
    expect(files.length).toBeGreaterThan(0)
    const rules = new Set(ruleFiles('foods', importerFolder))
    const [rule, ...others] = files.filter(file => rules.has(join(copy, file)))
    expect({ rule, others }).toEqual({ rule: expect.any(String), others: [] })
    expect(fingerprintWith(rule ?? '', text => text.replace(line, changed))).not.toBe(before)
    expect(fingerprint()).toBe(before)
  })

  it('does not change with modules that are no rules', () => {
    const before = fingerprint()
    for (const file of ['main/cli.ts', 'main/serve.ts']) {
      expect(fingerprintWith(file, text => `${text}// changed\n`)).toBe(before)
    }
  })

  const root = ruleFiles('foods', importerFolder).at(-1) ?? ''
  const inRoot = (statement: string) => fingerprintWith(relative(copy, root), text => `${statement}\n${text}`)

  it('follows a new import to a new file and its data files', () => {
    const folder = join(root, '..')
    mkdirSync(join(folder, 'new-data', 'nested'), { recursive: true })
    const newModule = (code: string) => writeFileSync(join(folder, 'new-rule.ts'), code)
    const data = (text: string) => writeFileSync(join(folder, 'new-data', 'nested', 'en.yaml'), text)
    const seen = new Set<string>()
    for (const write of [
      () => newModule('export const bound = 1\n'),
      () => newModule('export const bound = 2\n'),
      () => {
        data('stop: [the]\n')
        newModule("export const words = new URL('./new-data/', import.meta.url)\n")
      },
      () => data('stop: [the, a]\n'),
      () => newModule("export const words = new URL('./new-data/nested/en.yaml', import.meta.url)\n"),
      () => data('stop: [the, a, an]\n'),
      () => writeFileSync(join(folder, 'new-data', 'fr.json'), '[]'),
      () => newModule("import list from './new-data/fr.json' with { type: 'json' }\n"),
      () => writeFileSync(join(folder, 'new-data', 'fr.json'), '["le"]'),
    ]) {
      write()
      seen.add(inRoot("import './new-rule.ts'"))
      seen.add(inRoot("const rule = await import('./new-rule.ts')"))
    }
    // Each step changes both forms, except the file that is not yet imported.
    expect(seen.size).toBe(2 * 8)
  })

  it('throws when a reference cannot be resolved statically', () => {
    expect(() => inRoot('const rule = await import(name)')).toThrow('name the modules and files')
    expect(() => inRoot('const data = new URL(name, import.meta.url)')).toThrow('name the modules and files')
  })
})
