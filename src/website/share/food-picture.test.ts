import { describe, expect, it } from 'vitest'
import { exampleFood, type Food } from '../../food/food.ts'
import { foodPicture } from './food-picture.ts'
import { drawableText } from './picture-content.ts'

const milk: Food = {
  ...(exampleFood() as Food),
  name: 'Whole Milk',
  brand: 'Fernhollow Dairy',
  category: 'Milk',
  calories_kcal: 62,
  protein_g: 3.3,
  fat_g: 3.3,
  carbs_g: 4.8,
}
const pictureOf = (changes: Partial<Food>, locale: 'en' | 'de' = 'en') =>
  foodPicture({ ...milk, ...changes }, 'larder.example', locale)

describe('the picture of a food', () => {
  it('states the name, the brand, energy and macronutrients, and the source', () => {
    expect(pictureOf({ fat_g: null })).toEqual({
      title: 'Whole Milk',
      kicker: 'Fernhollow Dairy',
      figures: [
        { name: 'Energy', value: '62 kcal', isUnknown: false },
        { name: 'Protein', value: '3.3 g', isUnknown: false, color: 'protein' },
        { name: 'Fat', value: 'not stated', isUnknown: true, color: 'fat' },
        { name: 'Carbs', value: '4.8 g', isUnknown: false, color: 'carbs' },
      ],
      notes: ['per 100 g', 'Data: Open Food Facts (ODbL)'],
      image: { icon: 'milk', tint: 'milk' },
      site: 'larder.example',
    })
    expect(pictureOf({}, 'de').figures?.[1]).toMatchObject({ name: 'Eiweiß', value: '3,3 g' })
  })
  it('says that an estimate is one', () => {
    const { kicker, figures } = pictureOf({ source: 'ai_estimate', brand: null })
    expect(kicker).toBe('AI estimate')
    expect(figures?.map(({ value }) => value)).toEqual(['≈ 60 kcal', '≈ 3 g', '≈ 3 g', '≈ 5 g'])
  })
  it('shows the illustration of an everyday food with its credit, and no photo', () => {
    const { image, notes } = pictureOf({ image_url: '/illustrations/1f95b.webp' })
    expect(image).toEqual({ icon: 'milk', tint: 'milk', illustration: '1f95b.webp' })
    expect(notes).toContain('Illustration: Fluent Emoji')
    expect(pictureOf({ image_url: '/illustrations/jug-white.webp' }).notes).toContain('Illustration: Larder')
    for (const image_url of ['/illustrations/../../etc/passwd', '/illustrations/x.png', milk.image_url])
      expect(pictureOf({ image_url }).image).toEqual({ icon: 'milk', tint: 'milk' })
  })
  it.each(['Γάλα', 'Молоко 3,2%', '牛乳', 'حليب', 'नमक'])('does not draw the name %s as boxes', name => {
    expect(pictureOf({ name })).toMatchObject({ title: 'Fernhollow Dairy' })
    expect(pictureOf({ name })).not.toHaveProperty('kicker')
    expect(pictureOf({ name, brand: '明治' }).title).toBe('Milk')
    expect(pictureOf({ name, brand: null, category: null }).title).toBe('Foods')
  })
})

describe('texts that can be drawn', () => {
  it.each([
    ['Müsli Łódź żółć', 'Müsli Łódź żółć'],
    ['Cafe\u0301 – 50 %', 'Café – 50 %'],
    ['Milk 🥛 & cream', 'Milk & cream'],
    ['a\nb\u0007 c', 'a b c'],
    ['🥛', undefined],
    ['', undefined],
    ['Coca-Cola コーラ', undefined],
  ])('%j', (text, drawn) => {
    expect(drawableText(text)).toBe(drawn)
  })
})
