// Charts for the statistics page, each with a data table.
import { TableHead } from '../components/table-head.tsx'
import type { Format } from '../i18n/format.ts'
import { useFormat, useMessages } from '../i18n/messages.ts'

/** Avoids rounding to 0% or 100% unless exact. */
export function formatShare(share: number, { percent }: Format): string {
  if (share > 0 && share < 0.001) return `< ${percent(0.001, 1)}`
  if (share < 1 && share > 0.999) return `> ${percent(0.999, 1)}`
  return percent(share, 1)
}

interface Bar {
  name: string
  foods: number
}

interface BarsProps {
  caption: string
  head: string
  total: number
  bars: Bar[]
}

export function Bars({ caption, head, total, bars }: BarsProps) {
  const t = useMessages('stats')
  const format = useFormat()
  return (
    <div class="table-wrap">
      <table class="table measures">
        <caption>{caption}</caption>
        <TableHead columns={[head, '', t.share, t.foods]} numeric={[t.share, t.foods]} />
        <tbody>
          {bars.map(({ name, foods }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="measure-bar">
                <ShareBar share={total === 0 ? 0 : foods / total} />
              </td>
              <td class="num">{formatShare(total === 0 ? 0 : foods / total, format)}</td>
              <td class="num">{format.number(foods)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function ShareBar({ share }: { share: number }) {
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ground" width="100" height="10" />
      {/* Small values stay visible. */}
      <rect class="strong" width={share === 0 ? 0 : Math.max(0.6, share * 100)} height="10" />
    </svg>
  )
}

/** Column chart with a collapsed data table. */
export function Columns({ caption, head, bars }: { caption: string; head: string; bars: Bar[] }) {
  const t = useMessages('stats')
  const { number } = useFormat()
  const maxFoods = Math.max(1, ...bars.map(({ foods }) => foods))
  const width = 100 / Math.max(1, bars.length)
  return (
    <figure class="columns card pad">
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
      <div class="between small muted" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </div>
      <details class="disclose">
        <summary>{t.showTable}</summary>
        <table class="table">
          <TableHead columns={[head, t.foods]} numeric={[t.foods]} />
          <tbody>
            {bars.map(({ name, foods }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="num">{number(foods)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
