import { describe, expect, it } from 'vitest'
import { pagePath } from './page-path.ts'

describe('pagePath', () => {
  const cases: [number, string, string][] = [
    [1, 'Crème brûlée à la vanille', '/food/1-creme-brulee-a-la-vanille'],
    [2, '牛乳', '/food/2-food'],
    [3, 'Тофу Tofu', '/food/3-tofu'],
    [4, '   ', '/food/4-food'],
    [5, 'word '.repeat(40), `/food/5-${'word-'.repeat(12).slice(0, -1)}`],
    [6, 'x'.repeat(100), `/food/6-${'x'.repeat(60)}`],
  ]
  it.each(cases)('%i %s', (id, name, path) => {
    expect(pagePath(id, name)).toBe(path)
  })
})
