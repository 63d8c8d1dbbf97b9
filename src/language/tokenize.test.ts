import { describe, expect, it } from 'vitest'
import { tokenize } from './tokenize.ts'

describe('tokenize', () => {
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
    ['ΤΥΡΟΣ τυρός', ['τυροσ', 'τυροσ']],
    ['Cola 330ml 1,5l', ['cola', '330', 'ml', '1', '5', 'l']],
    ['2% 5g 100G', ['2', '5', 'g', '100', 'g']],
    ['ＣＯＬＡ', ['cola']],
    ['★★★ %%', []],
    ['', []],
  ]
  it.each(cases)('%s', (text, words) => {
    expect(tokenize(text)).toEqual(words)
  })
  it('treats a Latin letter alone like one next to another script', () => {
    for (let code = 0xa0; code < 0x180; code++) {
      const letter = String.fromCharCode(code)
      expect(tokenize(`a${letter}b ж`)).toEqual([...tokenize(`a${letter}b`), 'ж'])
    }
  })
  it('truncates between code points', () => {
    expect(tokenize('𐐨'.repeat(100))).toEqual(['𐐨'.repeat(64)])
  })
  it('truncates a word that no index accepts', () => {
    expect(tokenize('a'.repeat(5000))).toEqual(['a'.repeat(64)])
  })
})
