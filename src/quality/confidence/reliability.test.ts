import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { reliability } from './reliability.ts'

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')

it('is what the verdicts say, and the table of the documentation', () => {
  const [, ...lines] = read('data/confidence-verdicts.tsv').trimEnd().split('\n')
  const verdicts = lines.map(line => line.split('\t')).filter(([, , , , verdict]) => verdict !== 'unknown')
  expect(verdicts.length).toBeGreaterThan(300)
  const tenths = Map.groupBy(verdicts, ([, , , confidence]) => Math.floor(Number(confidence) * 10) / 10)
  const counts = [...tenths]
    .toSorted(([one], [other]) => one - other)
    .map(([from, foods]) => {
      const countOf = (asked: string) => foods.filter(([, , , , verdict]) => verdict === asked).length
      return { from, foods: foods.length, right: countOf('right'), doubtful: countOf('doubtful') }
    })
  expect(reliability).toEqual(counts)
  const page = read('docs/explanation/data-quality.md')
  for (const { foods, right, doubtful } of reliability)
    expect(page).toContain(`| ${foods} | ${right} | ${doubtful} | ${foods - right - doubtful} |`)
})
