import { describe, expect, it } from 'vitest'
import { foldedWords } from './fold.ts'
import { pagePath } from './page-path.ts'

describe('foldedWords', () => {
  const cases: [string, string[]][] = [
    ['Crème Brûlée', ['creme', 'brulee']],
    ['Œufs frais', ['oeufs', 'frais']],
    ['Weißwürste', ['weisswurste']],
    ['Żółty ser', ['zolty', 'ser']],
    ['7UP 330 ml', ['7up', '330', 'ml']],
    ["L'eau d’érable", ['l', 'eau', 'd', 'erable']],
    ['Молоко 2,5%', ['молоко', '2', '5']],
    ['牛乳', ['牛乳']],
    ['巧克力 milk', ['巧克', '克力', 'milk']],
    ['お茶abc', ['お茶', 'abc']],
    ['นมสด', ['นม', 'มส', 'สด']],
    ['خبز عربي', ['خبز', 'عربي']],
    ['חלב', ['חלב']],
    ['Φέτα', ['φετα']],
    ['Cola 330ml 1,5l', ['cola', '330', 'ml', '1', '5', 'l']],
    ['2% 5g 100G', ['2', '5', 'g', '100', 'g']],
    ['ＣＯＬＡ', ['cola']],
    ['★★★ %%', []],
    ['', []],
  ]
  it.each(cases)('%s', (text, words) => {
    expect(foldedWords(text)).toEqual(words)
  })
  it('folds a Latin letter alone as it does beside a letter of another script', () => {
    for (let code = 0xa0; code < 0x180; code++) {
      const letter = String.fromCharCode(code)
      expect(foldedWords(`a${letter}b ж`)).toEqual([...foldedWords(`a${letter}b`), 'ж'])
    }
  })
  it('cuts between letters, never inside one', () => {
    expect(foldedWords('𐐨'.repeat(100))).toEqual(['𐐨'.repeat(64)])
  })
  it('cuts a word that no index would take', () => {
    expect(foldedWords('a'.repeat(5000))).toEqual(['a'.repeat(64)])
  })
})

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
