import { expect, it } from 'vitest'
import type { Food } from '../../food/food.ts'
import { mixedFoods } from './mixed-foods.ts'

const food = (name: string, category: string | null, protein_g = 1) =>
  ({ name, category, calories_kcal: 50, protein_g, fat_g: 1, carbs_g: 1 }) as Food

const names = (foods: Food[], count: number) => mixedFoods(foods, count).map(({ name }) => name)

it('is one food of each kind, that with the shortest name', () => {
  const popular = [
    food('White bread, sliced', 'White bread'),
    food('Baguette', 'White bread'),
    food('Wholemeal bread', 'Wholemeal bread'),
    food('Apple', 'Fruits'),
    food('Banana', 'Fruits'),
    food('Milk, whole', 'Whole milk'),
  ]
  expect(names(popular, 3)).toEqual(['Baguette', 'Apple', 'Milk, whole'])
})

it('puts the most popular of equally short names first', () => {
  expect(names([food('Tomato', 'Vegetables'), food('Apple', 'Fruits')], 2)).toEqual(['Tomato', 'Apple'])
})

it('leaves out what is hardly food while there is other food', () => {
  const popular = [food('Water', 'Water', 0), food('Salt', 'Salt', 0), food('Apple', 'Fruits')]
  expect(names(popular, 1)).toEqual(['Apple'])
})

it('fills up with further popular foods, each once', () => {
  const popular = [food('Rye bread', 'Rye bread'), food('Baguette', 'White bread'), food('Cereal', null)]
  expect(names(popular, 6)).toEqual(['Baguette', 'Cereal', 'Rye bread'])
})
