import { describe, expect, it } from 'vitest'
import { createApiFormat, isEstimateName } from './api-food.ts'
import type { Food } from './food.ts'
import { type FoodRow, toFood } from './food-row.ts'
import {
  isLaboratoryData,
  isLaboratoryDataSql,
  isMeasuredSource,
  isSourceId,
  type SourceId,
} from './sources.ts'

describe('laboratory data', () => {
  it.each<[SourceId, string, string | null, boolean]>([
    ['usda', 'fdc:1', null, true],
    ['usda', 'fdc:gtin:1', null, true],
    ['usda', 'fdc:1', 'Fernhollow', false],
    ['usda', 'gtin:0042100005264', null, false],
    ['usda', 'branded:1', null, false],
    ['off', '3017620422003', null, false],
  ])(
    'is measured, without a brand and without the id of a label: %s %s %s',
    (source, source_id, brand, is) => {
      expect(isLaboratoryData({ source, source_id, brand })).toBe(is)
    },
  )

  it('has the same condition in SQL', () => {
    expect(isLaboratoryDataSql('foods')).toMatch(
      /^\(foods\.source in \(.*'usda'.*\) and foods\.brand is null and foods\.source_id !~ '\^\(\?:gtin\|branded\):'\)$/,
    )
  })

  it('comes from measured sources', () => {
    expect(['usda', 'off', 'ai_estimate', 'x'].map(isMeasuredSource)).toEqual([true, false, false, false])
  })
})

describe('the name of AI estimates', () => {
  const names = createApiFormat('estimate', 'https://larder.example')
  const food = (source: SourceId) => ({ id: 1, source, image_url: null, image_thumb_url: null }) as Food

  it('replaces theirs in foods and parameters, and no other', () => {
    expect(names.estimate).toBe('estimate')
    expect(names.toApi(food('ai_estimate'))).toEqual({ ...food('ai_estimate'), source: 'estimate' })
    expect(names.toApi(food('off'))).toEqual(food('off'))
    expect(['estimate', 'off'].map(name => names.sourceOf(name as SourceId))).toEqual(['ai_estimate', 'off'])
  })

  it('gives illustrations the address of the website, and leaves photos as they are', () => {
    const illustrated = {
      ...food('usda'),
      image_url: '/illustrations/1f34c.webp',
      image_thumb_url: '/illustrations/1f34c.webp',
    }
    const address = 'https://larder.example/illustrations/1f34c.webp'
    expect(names.toApi(illustrated)).toEqual({ ...illustrated, image_url: address, image_thumb_url: address })
    const photo = { ...food('off'), image_url: 'https://images.example/1.jpg' }
    expect(names.toApi(photo)).toEqual(photo)
  })

  it('replaces theirs in the choices and the description of a schema', () => {
    const source = { enum: ['off', 'ai_estimate'], description: 'ai_estimate is an estimate' }
    expect(names.describe({ title: 'Food', properties: { id: {}, source } })).toEqual({
      title: 'Food',
      properties: { id: {}, source: { enum: ['off', 'estimate'], description: 'estimate is an estimate' } },
    })
    expect(names.describe({ properties: { source: { title: 'Source' } } }).properties.source).toEqual({
      title: 'Source',
      description: undefined,
    })
  })

  it.each([
    ['ai_estimate', true],
    ['a-1', true],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
    ['', false],
    ['Estimate', false],
    ['an estimate', false],
    ['estimate!', false],
    ['!estimate', false],
    ['off', false],
    ['usda', false],
  ])('may be %j: %s', (name, isAllowed) => {
    expect(isEstimateName(name)).toBe(isAllowed)
  })
})

it.each([
  ['off', true],
  ['usda', true],
  ['OFF', false],
  ['', false],
  [undefined, false],
])('%j is a source: %s', (value, is) => {
  expect(isSourceId(value)).toBe(is)
})

it('adds the address of its page to a row', () => {
  const row = { id: 2, name: 'Whole Milk' } as FoodRow
  expect(toFood(row)).toEqual({ id: 2, name: 'Whole Milk', static_url: '/food/2-whole-milk' })
})
