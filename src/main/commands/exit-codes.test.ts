import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exitCodes } from './exit-codes.ts'

it('gives every outcome a separate code', () => {
  const codes = Object.values(exitCodes).map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
})

it('is documented as it is', () => {
  const documented = readFileSync('docs/reference/exit-codes.md', 'utf8').match(/^\| \d.*$/gm)
  expect(documented).toEqual(Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`))
})
