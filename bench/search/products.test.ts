import { expect, it } from 'vitest'
import { omitLetter } from './products.ts'

it('omits the middle letter of the longest word', () => {
  expect(omitLetter('Huel Black Edition')).toBe('Huel Black Ediion')
  expect(omitLetter('Crème de cacao')).toBe('Crme de cacao')
})
