import { expect, it } from 'vitest'
import { nonFoodKind } from './non-food.ts'

it.each([
  ['Chewy dog treats', 'petfood'],
  ['Katzenfutter mit Huhn', 'petfood'],
  ['Croquettes pour chat', 'petfood'],
  ['en:dog-food', 'petfood'],
  ['Karma dla kota', 'petfood'],
  ['Shampoo', 'beauty'],
  ['SHAMPOOING doux', 'beauty'],
  ['Gel douche', 'beauty'],
  ['Rosen-Seife', 'beauty'],
  ['Mint toothpaste', 'beauty'],
  ['Coton-tiges x 300', 'beauty'],
  ['it:bagno-doccia', 'beauty'],
  ['Lessive liquide', 'product'],
  ['Vollwaschmittel', 'product'],
  ['Tablettes lave-vaisselle', 'product'],
  ['Papel higiénico', 'product'],
])('%s is %s', (text, kind) => {
  expect(nonFoodKind(text)).toBe(kind)
})

it.each([
  'Hot dog snacks',
  'Corn Dogs',
  'Langues de chat',
  'Katzenzungen',
  'Sauce chien',
  'Chat masala',
  'Baby food',
  'Hundreds and thousands',
  'Candy lipstick',
  'Coffret rouge à lèvres en chocolat',
  'Mouchoirs de Cholet',
  'Savonnières', // a place
  'Dough conditioner',
  'Jabon de Bayonne', // ham, misspelt
  'Bleu, conforme au cahier des charges',
  'Tomates sans insecticides',
  'Soapwort honey',
  'Aluminium-free baking powder',
])('%s is food', text => {
  expect(nonFoodKind(text)).toBeNull()
})
