import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { micronutrients, micronutrientTable } from './micronutrients.ts'

it('is documented', () => {
  const page = readFileSync('docs/reference/food-details.md', 'utf8')
  const shown = (amount?: number) => amount?.toLocaleString('en-US') ?? '–'
  for (const id of micronutrients) {
    const { name, dailyValue, max } = micronutrientTable[id]
    expect(page).toContain(`| \`${id}\` | ${name} | ${shown(dailyValue)} | ${shown(max)} |\n`)
  }
})
