import { type EncodedBarcode, encodeBarcode } from './barcode-encoder.ts'

const barHeight = 52
const guardHeight = 57
const height = 66

/** A barcode that can be scanned from the screen; black on white in every colour scheme. */
export function BarcodeImage({ code }: { code: string }) {
  const bars = encodeBarcode(code)
  if (bars === null) return <BarcodeText code={code} />
  const [before, after] = bars.quiet
  const width = before + bars.modules.length + after
  return (
    <svg
      class="barcode"
      viewBox={`0 0 ${width} ${height}`}
      width={width * 2}
      height={height * 2}
      role="img"
      aria-label={`Barcode ${code}`}
      shape-rendering="crispEdges"
    >
      <rect width={width} height={height} fill="#fff" />
      <path d={barsPath(bars)} fill="#000" />
      <g fill="#000" text-anchor="middle">
        {bars.digits.map(({ text, center }) => (
          <text
            key={center}
            x={before + center}
            y={height - 1.5}
            textLength={text.length > 1 ? text.length * 6.6 : undefined}
          >
            {text}
          </text>
        ))}
      </g>
    </svg>
  )
}

function BarcodeText({ code }: { code: string }) {
  return (
    <p>
      <code>{code}</code>
      <br />
      <span class="quiet">
        {code.length === 14
          ? 'This is a case code (GTIN-14), which checkouts do not scan.'
          : 'Not shown as a barcode because the check digit is invalid. Some shops print such codes.'}
      </span>
    </p>
  )
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
