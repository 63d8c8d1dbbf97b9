import { renderToStaticMarkup } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { markup, toNode } from './markup.ts'

describe('markup', () => {
  it('escapes text and attribute values', () => {
    const name = '"><script>alert(1)</script>&amp;'
    expect(markup`<a title="${name}">${name}</a>`.html).toBe(
      '<a title="&quot;>&lt;script>alert(1)&lt;/script>&amp;amp;">&quot;>&lt;script>alert(1)&lt;/script>&amp;amp;</a>',
    )
  })
  it('inserts markup unchanged and omits missing values', () => {
    const cells = ['<1', 2].map(value => markup`<td>${value}</td>`)
    expect(markup`<tr>${cells}${null}${undefined}${false}${markup`<td></td>`}</tr>`.html).toBe(
      '<tr><td>&lt;1</td><td>2</td><td></td></tr>',
    )
  })
  it('drops line breaks and indentation, but not those of values', () => {
    expect(
      markup`
        <p>
          one ${'\n  two'}
        </p>`.html,
    ).toBe('<p>one \n  two</p>')
  })
  it('is rendered without a wrapper', () => {
    expect(renderToStaticMarkup(toNode(markup`<b>${'&'}</b>`))).toBe('<b>&amp;</b>')
  })
})
