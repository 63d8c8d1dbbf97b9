import { describe, expect, it } from 'vitest'
import { everydayFoodNamed } from '../food/everyday-names.ts'
import type { Food } from '../food/food.ts'
import { mapNutrients } from '../food/nutrients.ts'
import { type CandidateFood, chooseFood } from './choose-food.ts'

let nextId = 1
const candidate = (name: string, calories_kcal: number | null, more: Partial<Food> = {}, band = 1) =>
  ({
    food: {
      ...{ id: nextId++, name, brand: null, barcode: null, category: null },
      ...{
        serving_size_g: null,
        serving_desc: null,
        image_url: null,
        image_thumb_url: null,
        static_url: null,
      },
      ...mapNutrients(() => null),
      ...{ calories_kcal, protein_g: 1, fat_g: 1, source: 'off', confidence: 0.9 },
      ...more,
    },
    band,
    isContradiction: false,
  }) satisfies CandidateFood

const choose = (words: string, candidates: CandidateFood[]) =>
  chooseFood(words, everydayFoodNamed(words), candidates)
const chosen = (words: string, candidates: CandidateFood[]) => choose(words, candidates)?.foods[0]?.name

it('is certain unless most words of the item say something else', () => {
  const fish = candidate('Fish, cooked', 142, {}, 4)
  expect(choose('fish oil capsules', [fish])?.isCertain).toBe(false)
  expect(choose('smoked fish', [fish])?.isCertain).toBe(true)
  expect(choose('fish oil capsules', [candidate('Fish oil capsules', 900)])?.isCertain).toBe(true)
})

describe('the chosen food', () => {
  it('agrees with most foods of its name', () => {
    const colas = [30, 42, 42, 0.4, 43, 42].map((kcal, index) => candidate(`Cola ${index}`, kcal))
    expect(chosen('cola drink', colas)).toBe('Cola 1')
    expect(choose('cola drink', colas)?.foods.map(({ name }) => name)).toEqual([
      'Cola 1',
      'Cola 2',
      'Cola 4',
      'Cola 5',
    ])
  })

  it('is the first where no values are those of most foods', () => {
    expect(chosen('bar', [candidate('A', 100), candidate('B', 300), candidate('C', 300)])).toBe('A')
    const halves = [100, 100, 300, 300].map((kcal, index) => candidate(`Bar ${index}`, kcal))
    expect(chosen('bar', halves)).toBe('Bar 0')
  })

  it('has nothing added that was not asked for', () => {
    const broccoli = [
      candidate('Broccoli, cooked, with salt', 35),
      candidate('Broccoli, cooked, without salt', 35),
    ]
    expect(chosen('broccoli cooked', broccoli)).toBe('Broccoli, cooked, without salt')
    expect(chosen('broccoli cooked with salt', broccoli)).toBe('Broccoli, cooked, with salt')
    const peas = [candidate('Peas, no salt added', 80), candidate('Peas, unsalted', 80)]
    expect(chosen('peas', peas)).toBe('Peas, no salt added')
    const chicken = [candidate('Chicken, meat and skin', 220), candidate('Chicken, meat only', 165)]
    expect(chosen('chicken', chicken)).toBe('Chicken, meat only')
    expect(chosen('chicken with skin', chicken)).toBe('Chicken, meat and skin')
  })

  it('is cooked where people mean that', () => {
    const rice = [candidate('Rice, white, raw', 365), candidate('Rice, white, cooked', 130)]
    expect(choose('rice', rice)).toMatchObject({ isTakenAsCooked: true, foods: [{ calories_kcal: 130 }] })
    expect(choose('raw rice', rice)).toMatchObject({
      isTakenAsCooked: false,
      foods: [{ calories_kcal: 365 }],
    })
    expect(choose('rice', rice.slice(0, 1))?.isTakenAsCooked).toBe(false)
    const oats = [candidate('Rolled oats', 379), candidate('Oats, cooked', 71)]
    expect(chosen('oats', oats)).toBe('Rolled oats')
  })

  it('is the everyday food of the name', () => {
    const everyday = { image_url: '/illustrations/1f35f.webp' }
    const fries = [
      ...[200, 203, 199].map(kcal => candidate('Fries, frozen', kcal)),
      candidate('French fries', 312, everyday),
    ]
    expect(choose('fries', fries)).toMatchObject({ confidence: 0.95, foods: [{ calories_kcal: 312 }] })
  })

  it('has usable values, and is an estimate or a contradiction only if nothing else is found', () => {
    const noEnergy = candidate('Cola', null)
    const oneMacro = candidate('Cola', 42, { fat_g: null })
    expect(choose('cola', [noEnergy, oneMacro])).toBeNull()
    const estimate = candidate('Estimate', 42, { source: 'ai_estimate' })
    expect(chosen('cola', [noEnergy, estimate, candidate('Label', 42, {}, 3)])).toBe('Label')
    expect(choose('cola', [estimate])?.confidence).toBe(0.45)
    expect(choose('cola', [{ ...candidate('Cola', 42), isContradiction: true }])).toBeNull()
  })
})

it('offers up to three other foods, each name once', () => {
  const foods = ['A', 'B', 'B', 'C', 'D', 'E'].map(name => candidate(name, 100))
  expect(choose('x', foods)?.alternatives.map(({ name }) => name)).toEqual(['B', 'C', 'D'])
})

it('is less sure of a worse match and of values that differ', () => {
  const confidence = (candidates: CandidateFood[]) => choose('x', candidates)?.confidence ?? 0
  expect(confidence([candidate('A', 100)])).toBe(0.9)
  expect(confidence([candidate('A', 100), candidate('B', 300)])).toBeCloseTo(0.72)
  expect(confidence([candidate('A', 100, {}, 4)])).toBe(0.3)
})
