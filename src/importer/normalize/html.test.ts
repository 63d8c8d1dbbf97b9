import { describe, expect, it } from 'vitest'
import { decodeEntities, stripTags } from './html.ts'

describe('decodeEntities', () => {
  const cases: [string, string][] = [
    ['&quot;Baguette Lyonnais&quot;', '"Baguette Lyonnais"'],
    ['&gt;curcuma - 60 G?lules - Solgar', '>curcuma - 60 G?lules - Solgar'],
    ['I&lt;3vege', 'I<3vege'],
    ['18&deg; &frac14; N&ordm;5', '18° ¼ Nº5'],
    ['&#40;bio&#41; 5&#37; &#034;x&#34;', '(bio) 5% "x"'],
    ['&#379;urek &#x27;bia&#322;y&#x27;', "Żurek 'biały'"],
    ['Fish &amp; Chips', 'Fish & Chips'],
    ['&amp;quot;double&amp;quot;', '"double"'],
    ['&amp;amp;amp;quot;', '"'],
    ['&#38;quot;', '"'],
    ['l&#146;ancienne', 'l’ancienne'],
    ['cr&egrave;me &Eacute;T&EACUTE; &AMP;', 'crème ÉTÉ &'],
    ['A&W; M&M; &bogus;', 'A&W; M&M; &bogus;'],
    ['R&D', 'R&D'],
    ['a&#0;b&#xd800;c&#9999999;d', 'abcd'],
  ]
  it.each(cases)('%s → %s', (written, text) => {
    expect(decodeEntities(written)).toBe(text)
  })
})

describe('stripTags', () => {
  const cases: [string, string][] = [
    ['<b>Milk</b> 3.5 %', 'Milk 3.5 %'],
    ['Milk<br/>chocolate', 'Milk chocolate'],
    ['<span class="x">Rice</span>', 'Rice'],
    ['<svg onload=alert(1)>Rice</svg>', 'Rice'],
    ['<article>Rice</article><input autofocus>', ' Rice  '],
    ['<script>alert("1 < 2")</script>Rice<style>b { color: red }</style>', 'Rice'],
    ['Rice<!-- 2 kg --><!DOCTYPE html>', 'Rice'],
    ['Rice <b', 'Rice <b'],
    ['Rice <span style="color: red', 'Rice '],
    ['fat <3%', 'fat <3%'],
    ['<brand> <fat 3%>', '<brand> <fat 3%>'],
    ['Meatball <<Beef>>', 'Meatball <<Beef>>'],
    ['I<3vege', 'I<3vege'],
    ['fat <0,5 g, salt > 1', 'fat <0,5 g, salt > 1'],
  ]
  it.each(cases)('%s → %s', (written, text) => {
    expect(stripTags(written)).toBe(text)
  })
})
