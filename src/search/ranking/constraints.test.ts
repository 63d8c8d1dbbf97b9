import { describe, expect, it } from 'vitest'
import { tokenize } from '../../language/tokenize.ts'
import { parseQuery } from '../query/parse.ts'
import { constraintsOf, meetsConstraints } from './constraints.ts'

function meets(q: string, name: string): boolean | undefined {
  const constraints = constraintsOf(parseQuery(q))
  return constraints === null ? undefined : meetsConstraints(constraints, tokenize(name))
}

describe('a query', () => {
  it.each([
    ['chicken breast raw', 'Chicken breast, raw', true],
    ['chicken breast raw', 'Chicken breast, roasted', false],
    ['chicken breast raw', 'Chicken breast', undefined],
    ['air fried chicken wings', 'Chicken wings, raw', false],
    ['dry lentils', 'Lentils, raw', true],
    ['dry lentils', 'Lentils, boiled', false],
    ['Nudeln gekocht', 'Pasta, dry', false],
    ['riz cuit', 'Rice, white, cooked', true],
    ['chicken thigh without skin', 'Chicken thigh, with skin, braised without fat', false],
    ['chicken thigh without skin', 'Chicken, thigh, meat only, cooked', true],
    ['chicken thigh without skin', 'Chicken thigh skinless', true],
    ['chicken thigh without skin', 'Chicken thigh, skin not eaten', true],
    ['Hähnchenschenkel ohne Haut', 'Chicken leg, meat and skin, roasted', false],
    ['baked potato with skin', 'Potatoes, baked, flesh and skin', true],
    ['baked potato with skin', 'Potatoes, baked, skin, without salt', false],
    ['baked potato with skin', 'Potatoes, baked, flesh', false],
    ['popcorn without butter', 'Butter popcorn', false],
    ['popcorn without butter', 'Popcorn, without butter', true],
    ['popcorn without butter', 'Popcorn, air-popped', undefined],
    ['banana', 'Banana, raw', undefined],
    ['2 boiled eggs', 'Pasta egg-free, cooked', false],
    ['eggs', 'Egg noodles', undefined],
    ['eggs', 'Free-range eggs', undefined],
    ['eggs', 'Eggs, free range', undefined],
    ['bread', 'Bread free from gluten', undefined],
    ['Eier', 'Teigwaren eifrei', false],
    ['Eier', 'Nudeln ohne Ei', false],
    ['œufs', 'Pâtes sans œufs', false],
    ['uova', 'Pasta senza uova', false],
    ['huevo', 'Mayonesa sin huevo', false],
    ['jaj', 'Makaron bez jaj', false],
    ['egg-free pasta', 'Pasta egg-free, cooked', undefined],
    ['gluten free bread', 'Bread, gluten free', undefined],
    ['sugar free cola', 'Cola, sugar free', undefined],
    ['zero sugar cola', 'Cola, sugar free', undefined],
    ['orange juice no added sugar', 'Orange juice without sugar', undefined],
    ['glutenfreies Brot', 'Brot glutenfrei', undefined],
    ['kaki tane', 'Kaki no tane', undefined],
  ])('%s: %s is %s', (q, name, expected) => {
    expect(meets(q, name)).toBe(expected)
  })
})
