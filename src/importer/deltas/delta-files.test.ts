import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { off } from '../../sources/off/off.ts'
import { type DeltaFile, deltasToApply, parseDeltaName } from './delta-files.ts'

const nameOf = (from: number, to: number) => `openfoodfacts_products_${from}_${to}.json.gz`

describe('parseDeltaName', () => {
  it('parses the time range', () => {
    const name = 'openfoodfacts_products_1788847691_1788934590.json.gz'
    expect(parseDeltaName(off.deltas, name)).toEqual({ name, from: 1_788_847_691, to: 1_788_934_590 })
  })

  it.each([
    '',
    'index.txt',
    'last_delta_export.txt',
    'new.openfoodfacts_products_1_2.json.gz',
    'openfoodfacts_products_1_2.json',
    'openfoodfacts_products_1_2.json.gz.part',
    'openfoodfacts_products_1_2.json.gz\n',
    'openfoodfacts_products_-1_2.json.gz',
    'openfoodfacts_products_1_.json.gz',
    'openfoodfacts_products_2_1.json.gz',
    'openfoodfacts_products_1_1.json.gz',
    'openfoodfacts_products_1_9999999999999.json.gz',
    'openbeautyfacts_products_1_2.json.gz',
    'products_1518480013_1518566413.json.gz',
    '../openfoodfacts_products_1_2.json.gz',
    'openfoodfacts_products_1_2.json.gz/../../x',
    '/etc/openfoodfacts_products_1_2.json.gz',
    '<html>',
  ])('rejects %j', name => {
    expect(parseDeltaName(off.deltas, name)).toBeNull()
  })
})

describe('deltasToApply', () => {
  const shown = ({ from, to }: { from: number; to: number }) => `${from}-${to}`
  // title, ranges in the folder, cursor, ranges to apply, gap
  const cases: [string, string, number | null, string, string | null][] = [
    ['nothing there', '', 5, '', null],
    ['nothing there, never synced', '', null, '', null],
    ['the youngest first, as in the index', '20-30 10-20', 10, '10-20 20-30', null],
    ['all up to date', '20-30 10-20', 30, '', null],
    ['ahead of the folder', '10-20', 25, '', null],
    ['some applied before', '20-30 10-20', 20, '20-30', null],
    ['a cursor within a file', '20-30 10-20', 12, '10-20 20-30', null],
    ['too long away', '20-30 10-20', 9, '10-20 20-30', '9-10'],
    ['a second lost', '10-20 21-30', 10, '10-20 21-30', '20-21'],
    ['two gaps', '11-20 25-30', 10, '11-20 25-30', '10-11'],
    ['a gap before the cursor', '10-20 25-30', 27, '25-30', null],
    ['a cursor within the gap', '10-20 25-30', 22, '25-30', '22-25'],
    ['an overlap', '10-22 20-30', 10, '10-22 20-30', null],
    ['one within another', '10-40 20-30', 10, '10-40', null],
    ['two from the same second', '10-20 10-30', 10, '10-30', null],
    ['one named twice', '10-20 10-20', 10, '10-20', null],
    ['never synced', '20-30 10-20', null, '10-20 20-30', null],
    ['never synced, a gap between', '20-30 10-15', null, '10-15 20-30', '15-20'],
  ]
  it.each(cases)('%s', (_, ranges, cursor, apply, gap) => {
    const names = ranges.split(' ').map(span => `openfoodfacts_products_${span.replace('-', '_')}.json.gz`)
    const plan = deltasToApply(off.deltas, names, cursor)
    expect(plan.apply.map(shown).join(' ')).toBe(apply)
    expect(plan.gap && shown(plan.gap)).toBe(gap)
  })

  it('ignores other files', () => {
    const names = ['index.txt', nameOf(10, 20), '', 'products_10_30.json.gz']
    expect(deltasToApply(off.deltas, names, 10).apply.map(({ name }) => name)).toEqual([nameOf(10, 20)])
  })
})

describe('for any folder and cursor', () => {
  const last = 40
  const span = fc
    .tuple(fc.integer({ min: 0, max: last - 1 }), fc.integer({ min: 1, max: 12 }))
    .map(([from, length]): DeltaFile => ({ name: nameOf(from, from + length), from, to: from + length }))
  const folder = fc.array(span, { maxLength: 8 })
  const cursor = fc.option(fc.integer({ min: 0, max: last + 15 }))

  const secondsOf = (deltas: DeltaFile[]) =>
    new Set(deltas.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + 1 + at)))

  /** From the second after the cursor (or the first that there is) to the last that there is. */
  function wanted(deltas: DeltaFile[], cursor: number | null): number[] {
    const begin = cursor ?? Math.min(...deltas.map(({ from }) => from))
    const end = Math.max(0, ...deltas.map(({ to }) => to))
    return Array.from({ length: Math.max(0, end - begin) }, (_, at) => begin + 1 + at)
  }

  const forAny = (check: (deltas: DeltaFile[], cursor: number | null) => void) =>
    fc.assert(fc.property(folder, cursor, check), { numRuns: 2_000 })
  const planFor = (deltas: DeltaFile[], cursor: number | null) =>
    deltasToApply(
      off.deltas,
      deltas.map(({ name }) => name),
      cursor,
    )

  it('covers every second of the folder after the cursor', () => {
    forAny((deltas, cursor) => {
      const there = secondsOf(deltas)
      const applied = secondsOf(planFor(deltas, cursor).apply)
      const lost = wanted(deltas, cursor).filter(second => applied.has(second) !== there.has(second))
      expect(lost).toEqual([])
    })
  })

  it('reports the first range that no file covers as the gap', () => {
    forAny((deltas, cursor) => {
      const there = secondsOf(deltas)
      const first = wanted(deltas, cursor).find(second => !there.has(second))
      let last = first ?? 0
      while (first !== undefined && !there.has(last + 1)) last++
      const expected = first === undefined ? null : { from: first - 1, to: last }
      expect(planFor(deltas, cursor).gap).toEqual(expected)
    })
  })

  it('applies files that end after the cursor, each starting and ending after the previous one', () => {
    forAny((deltas, cursor) => {
      let before = { from: -1, to: cursor ?? -1 }
      for (const delta of planFor(deltas, cursor).apply) {
        expect(delta.from).toBeGreaterThan(before.from)
        expect(delta.to).toBeGreaterThan(before.to)
        before = delta
      }
    })
  })

  it('does not depend on the order of the index', () => {
    const shuffled = folder.chain(deltas =>
      fc.tuple(fc.constant(deltas), fc.shuffledSubarray(deltas, { minLength: deltas.length })),
    )
    fc.assert(
      fc.property(shuffled, cursor, ([deltas, others], cursor) => {
        expect(planFor(others, cursor)).toEqual(planFor(deltas, cursor))
      }),
    )
  })

  it('has nothing to apply once all files are applied', () => {
    forAny((deltas, cursor) => {
      const end = planFor(deltas, cursor).apply.at(-1)?.to ?? cursor
      expect(planFor(deltas, end).apply).toEqual([])
    })
  })
})
