import { describe, expect, it } from 'vitest'
import { type JudgedFood, readPeopleSet } from './query-set.ts'

const header = 'kind\tquery\texpect\tkcal\tnote'

function food(name: string, more: Partial<JudgedFood> = {}): JudgedFood {
  const unknown = { brand: null, protein_g: null, fat_g: null, carbs_g: null }
  return {
    id: 1,
    name,
    ...unknown,
    sugar_g: null,
    fiber_g: null,
    sodium_mg: null,
    calories_kcal: 50,
    ...more,
  }
}

function testOf(expect: string, kcal = '') {
  const [row] = readPeopleSet(`${header}\ngeneric\tthe query\t${expect}\t${kcal}\t`)
  if (row?.expectation.type !== 'food') throw new Error('no test')
  return row.expectation.isRight
}

describe('an expectation', () => {
  it('matches name and brand without case, accents and punctuation', () => {
    expect(testOf('/^creme fraiche \\| president$/')(food('Crème-fraîche', { brand: 'Président!' }))).toBe(
      true,
    )
    expect(testOf('/twaróg/')(food('TWAROG chudy'))).toBe(true)
    expect(testOf('/œuf/')(food('Œufs frais'))).toBe(true)
    expect(testOf('/^0% fat/')(food('0% Fat Yogurt'))).toBe(true)
    expect(testOf('/^banana \\|/')(food('Banana bread'))).toBe(false)
  })

  it('may exclude a pattern', () => {
    const isRight = testOf('/apple/ && !/pie|juice/')
    expect([food('Apple'), food('Apple pie'), food('Pear')].map(isRight)).toEqual([true, false, false])
  })

  it('may bound a nutrient, which must then be known', () => {
    const isRight = testOf('/milk/ && fat<=3 && protein>=2.5')
    expect(isRight(food('Milk', { fat_g: 3, protein_g: 2.5 }))).toBe(true)
    expect(isRight(food('Milk', { fat_g: 3.1, protein_g: 3 }))).toBe(false)
    expect(isRight(food('Milk', { fat_g: 1, protein_g: 2 }))).toBe(false)
    expect(isRight(food('Milk', { fat_g: null, protein_g: 3 }))).toBe(false)
  })

  it('accepts energy in one of the ranges, bounds included', () => {
    const isRight = testOf('/rice/', '95-165,325-380')
    const energies = [94, 95, 165, 166, 325, 381]
    expect(energies.map(kcal => isRight(food('Rice', { calories_kcal: kcal })))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ])
  })

  it('never accepts a food without energy', () => {
    expect(testOf('/rice/')(food('Rice', { calories_kcal: null }))).toBe(false)
    expect(testOf('/water/')(food('Water', { calories_kcal: 0 }))).toBe(true)
  })
})

describe('a set', () => {
  it('takes the expectation of the query that another one equals', () => {
    const [aple, apple] = readPeopleSet(
      `${header}\ntypo\taple\tsame:apple\t\tapple\ngeneric\tapple\t/apple/\t44-66\tapple\n`,
    )
    expect(aple).toMatchObject({
      kind: 'typo',
      sameAs: 'apple',
      note: 'apple',
      wanted: '/apple/ at 44-66 kcal',
    })
    expect(apple?.sameAs).toBeUndefined()
    if (aple?.expectation.type !== 'food') throw new Error('no test')
    expect(aple.expectation.isRight(food('Apple'))).toBe(true)
    expect(aple.expectation.isRight(food('Apple', { calories_kcal: 300 }))).toBe(false)
  })

  it('rejects rows that it cannot read', () => {
    expect(() => readPeopleSet(`${header}\ntypo\taple\tsame:apple\t\t`)).toThrow('no expectation for apple')
    expect(() => readPeopleSet(`${header}\ngeneric\tapple`)).toThrow('separated by tabs')
    expect(() => testOf('apple')).toThrow('the query: apple is neither a pattern nor a bound')
    expect(() => testOf('salt<=3')).toThrow('salt<=3 is neither')
    expect(() => testOf('/a/', '100')).toThrow('100 is not an energy range')
  })
})
