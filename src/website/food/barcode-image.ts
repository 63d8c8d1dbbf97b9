import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'
import { type EncodedBarcode, encodeBarcode } from './barcode-encoder.ts'

const barHeight = 52
const guardHeight = 57
const height = 66

/** A barcode that can be scanned from the screen; black on white in every color scheme. */
export function barcodeImage(code: string, locale: Locale): Markup {
  const t = messages[locale].food
  const bars = encodeBarcode(code)
  if (bars === null)
    return markup`<p><code>${code}</code><br/><span class="hint">${code.length === 14 ? t.caseCode : t.wrongCheckDigit}</span></p>`
  const [before, after] = bars.quiet
  const width = before + bars.modules.length + after
  return markup`
    <svg class="barcode" viewBox="0 0 ${width} ${height}" width="${width * 2}" height="${height * 2}" role="img" aria-label="${t.barcodeImage({ code })}" shape-rendering="crispEdges">
      <rect width="${width}" height="${height}" fill="#fff"></rect>
      <path d="${barsPath(bars)}" fill="#000"></path>
      <g fill="#000" text-anchor="middle">
        ${bars.digits.map(
          ({ text, center }) =>
            markup`<text x="${before + center}" y="${height - 1.5}"${text.length > 1 && markup` textLength="${text.length * 6.6}"`}>${text}</text>`,
        )}
      </g>
    </svg>`
}

/** SVG path with one rectangle per run of black modules. */
function barsPath({ modules, quiet: [before], guards }: EncodedBarcode): string {
  return [...modules.matchAll(/1+/g)]
    .map(({ index, 0: run }) => {
      const isGuard = guards.some(([from, to]) => index >= from && index < to)
      return `M${before + index} 0h${run.length}v${isGuard ? guardHeight : barHeight}h-${run.length}z`
    })
    .join('')
}
