import { describe, expect, it } from 'vitest'
import { type CodeLanguage, highlight, highlightOnce } from './highlight.ts'

const plain = (html: string) =>
  html
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('highlight', () => {
  it.each<[CodeLanguage, string, string]>([
    ['json', '{"a": 1.5, "b": null}', '{<k"a">: <n1.5>, <k"b">: <wnull>}'],
    ['shell', `curl -H "K: $X" 'http://h/1' # note`, `<wcurl> <k-H> <s"K: $X"> <s'http://h/1'> <c# note>`],
    ['javascript', 'const a = `x\\n` // 2', '<wconst> a = <s`x\\n`> <c// 2>'],
    ['python', 'x = f"{a}" if None else 10', 'x = <sf"{a}"> <wif> <wNone> <welse> <n10>'],
    ['swift', 'let url = URL(string: "u")!', '<wlet> url = URL(string: <s"u">)!'],
    [
      'kotlin',
      '@Serializable data class A(val b: Int)',
      '<k@Serializable> <wdata> <wclass> A(<wval> b: Int)',
    ],
    ['sql', 'select 1 from a -- b', '<wselect> <n1> <wfrom> a <c-- b>'],
    [
      'html',
      '<a href="x">if</a><script>if (a) b()</script>',
      '<w<a> <khref>=<s"x">>if<w</a>><w<script>><wif> (a) b()<w</script>>',
    ],
  ])('colors %s', (language, code, expected) => {
    const { html } = highlight(code, language)
    const short = html.replaceAll(/<span class="tk-(\w)">/g, '<$1').replaceAll('</span>', '>')
    expect(short.replaceAll('&lt;', '<').replaceAll('&quot;', '"')).toBe(expected)
  })

  it('keeps the text and takes linear time, also without the end of a string or comment', () => {
    const parts = ['"', "'", '`', '/*', '<!--', '<a ', '"""', '\\', '# ', '//', '--', 'f"', '12.', '&']
    const languages = [
      'shell',
      'json',
      'javascript',
      'python',
      'swift',
      'kotlin',
      'html',
      'sql',
      'plain',
    ] as const
    const startedAt = performance.now()
    for (const language of languages) {
      for (const part of parts) {
        const code = part.repeat(20_000 / part.length)
        expect(plain(highlightOnce(code, language).html)).toBe(code)
      }
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
