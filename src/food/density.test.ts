import { expect, it } from 'vitest'
import { densityOf } from './density.ts'

// name, categories, expected density
it.each([
  ['Natural', ['en:beverages', 'en:waters'], 1],
  ['Natural', ['en:dairies', 'en:milks', 'en:whole-milks'], 1.03],
  ['Natural', ['Milks'], 1.03],
  ['Natural', ['en:beverages', 'en:sodas'], 1.04],
  ['Natural', ['en:fruit-juices'], 1.05],
  ['Apple juice from concentrate', [], 1.05],
  ['Natural', ['en:vegetable-oils', 'en:olive-oils'], 0.92],
  ['Natural', ['en:honeys'], 1.42],
  ['Natural', ['en:syrups', 'en:maple-syrups'], 1.33],
  ['Natural', ['en:wines'], 0.99],
  ['Natural', ['en:beverages'], 1.02],
  ['Huile d’olive', [], 0.92],
  ['Lait demi-écrémé', [], 1.03],
  ['Mineralwasser', [], 1],
  ['Instant coffee powder', ['en:coffees'], null],
  ['Natural', ['en:beverages', 'en:syrups'], null],
  ['Vanilla', ['en:ice-creams'], null],
  ['Milk ice cream', [], null],
  ['Balsamic vinaigrette', ['en:vinegars'], null],
  ['Natural', ['en:spreads'], null],
  ['Natural', [], null],
])('%s in %j: %s', (name, categories, density) => {
  expect(densityOf(name, categories)).toBe(density)
})
