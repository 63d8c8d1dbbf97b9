import { expect, it } from 'vitest'
import { isNumber, isPlaceholder, isUsableName } from './placeholders.ts'

it.each([
  ['Milk', true],
  ['7up', true],
  ['mmm', true],
  ['zzz', true],
  ['aab', true],
  ['xx', true],
  ['N.A!', true],
  ['454 g of milk', true],
  ['unknown product of a very long name', true],
  ['180', false],
  ['???', false],
  ['🍓', false],
  ['100 %', false],
  ['454 g', false],
  ['1.5L', false],
  ['0,33 cl', false],
  ['12OZ', false],
  ['xxx', false],
  ['AAAA', false],
  ['n/a', false],
  ['N.A.', false],
  ['n.a', false],
  ['unknown', false],
  ['Produit inconnu', false],
  ['-- Unknown! --', false],
])('%j can be a name: %s', (name, isUsable) => {
  expect(isUsableName(name)).toBe(isUsable)
})

it.each([
  ['Fernhollow', false],
  ['NAN', false],
  ['365', false],
  ['N.A!', false],
  ['no name', false],
  ['unknown unknown unknown', false],
  ['nan', true],
  ['NaN', true],
  ['null', true],
  ['Unknown', true],
  ['n/a', true],
  ['-', true],
  ['', true],
  ['…', true],
])('%j is a placeholder: %s', (text, is) => {
  expect(isPlaceholder(text)).toBe(is)
})

it.each([
  ['180', true],
  ['12345', true],
  ['233279', false],
  ['18 0', false],
  ['a1', false],
  ['1a', false],
  ['', false],
])('%j is a number: %s', (name, is) => {
  expect(isNumber(name)).toBe(is)
})
