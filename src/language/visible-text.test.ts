import { expect, it } from 'vitest'
import { visibleLines } from './visible-text.ts'

it.each([
  ['  Fat is\t 3 g,\u00a0not 30  ', 'Fat is 3 g, not 30'],
  ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
  ['one\n\n \n\n\ntwo\n', 'one\n\ntwo'],
  ['\u0000bell\u0007 \u202eeman\u202c', 'bell eman'],
  ['zero\u200bwidth\ufeff', 'zerowidth'],
  ['Cafe\u0301', 'Café'],
  ['less than <b>5 g</b> & more', 'less than <b>5 g</b> & more'],
  ['می\u200cخواهم 👩\u200d🍳', 'می\u200cخواهم 👩\u200d🍳'],
  ['Jam\u{e0041}\u{e0042}\u{e007f}', 'Jam'],
  ['葛\u{e0100}\u{e0101} ok\u{e0102}', '葛\u{e0100} ok'],
  ['❤\ufe0f\ufe01\ufe02', '❤\ufe0f'],
  ['\u200b \n\t', ''],
])('%j', (written, text) => {
  expect(visibleLines(written)).toBe(text)
})
