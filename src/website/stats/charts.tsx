// Charts for the statistics page, each with a data table.
import { TableHead } from '../components/table-head.tsx'

const whole = new Intl.NumberFormat('en-US')
const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

export const formatNumber = (value: number): string => whole.format(value)

/** Avoids rounding to 0% or 100% unless exact. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1%'
  if (share < 1 && share > 0.999) return '> 99.9%'
  return percent.format(share)
}

interface Bar {
  name: string
  foods: number
}

export function Bars({
  caption,
  head,
  total,
  bars,
}: {
  caption: string
  head: string
  total: number
  bars: Bar[]
}) {
  return (
    <table class="measures">
      <caption>{caption}</caption>
      <TableHead columns={[head, '', 'Share', 'Foods']} numeric={['Share', 'Foods']} />
      <tbody>
        {bars.map(({ name, foods }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="measure">
              <StackedBar segments={[{ share: total === 0 ? 0 : foods / total, variant: 'strong' }]} />
            </td>
            <td class="number">{formatShare(total === 0 ? 0 : foods / total)}</td>
            <td class="number">{formatNumber(foods)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Overlapping segments; later ones are drawn on top. */
export function StackedBar({ segments }: { segments: { share: number; variant: 'strong' | 'weak' }[] }) {
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" width="100" height="10" />
      {segments.map(({ share, variant }) => (
        // Small values stay visible.
        <rect
          key={variant}
          class={variant}
          width={share === 0 ? 0 : Math.max(0.6, share * 100)}
          height="10"
        />
      ))}
    </svg>
  )
}

/** Column chart with a collapsed data table. */
export function Columns({ caption, head, bars }: { caption: string; head: string; bars: Bar[] }) {
  const maxFoods = Math.max(1, ...bars.map(({ foods }) => foods))
  const width = 100 / Math.max(1, bars.length)
  return (
    <figure class="columns">
      <figcaption>{caption}</figcaption>
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ name, foods }, index) => {
          const height = foods === 0 ? 0 : Math.max(0.5, (40 * foods) / maxFoods)
          return (
            <rect
              key={name}
              class="strong"
              x={index * width + width * 0.12}
              y={40 - height}
              width={width * 0.76}
              height={height}
            />
          )
        })}
      </svg>
      <div class="columns-ends" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </div>
      <details>
        <summary>Show data table</summary>
        <table class="measures">
          <TableHead columns={[head, 'Foods']} numeric={['Foods']} />
          <tbody>
            {bars.map(({ name, foods }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{formatNumber(foods)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
