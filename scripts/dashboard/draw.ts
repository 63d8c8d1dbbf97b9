// Renders the panels as an HTML page, in the colours of the website.
import type { Panel, Row, Unit } from './panels.ts'

export interface Series {
  name: string
  /** Unix time in seconds and the value; NaN if there is none. */
  points: [number, number][]
}

export interface TimeSpan {
  name: string
  from: number
  to: number
}

const colours = [
  '#a8401a',
  '#3f6630',
  '#d9902f',
  '#3b6a8f',
  '#7b4b8c',
  '#8f7d6b',
  '#c2185b',
  '#00796b',
  '#5c6bc0',
]
const [width, height] = [460, 150]
const [left, right, bottom, top] = [46, 14, 18, 8]

export function drawPage(
  rows: Row[],
  seriesOf: Map<Panel, Series[]>,
  span: { from: number; to: number },
  faults: TimeSpan[],
  caption: string,
): string {
  const body = rows
    .map(
      row =>
        `<h2>${escapeHtml(row.title)}</h2><div class="row">${row.panels
          .map(panel => drawPanel(panel, seriesOf.get(panel) ?? [], span, faults))
          .join('')}</div>`,
    )
    .join('')
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><main><h1>Larder</h1><p>${escapeHtml(caption)}</p>${body}</main>`
}

const style = `
  body { margin: 0; background: #fbf6ee; color: #2c2119; font: 13px/1.35 system-ui, "DejaVu Sans", sans-serif }
  main { padding: 18px 22px 24px; width: 1476px }
  h1 { font: 600 24px ui-serif, Georgia, serif; margin: 0 }
  h1 + p { margin: 2px 0 0; color: #6a5a4c }
  h2 { font: 600 15px ui-serif, Georgia, serif; margin: 14px 0 6px; color: #a8401a }
  .row { display: grid; grid-template-columns: repeat(3, 1fr); gap: 12px }
  .panel { background: #fffdf9; border: 1px solid #e4d8c6; border-radius: 8px; padding: 8px 10px 7px }
  h3 { font-size: 13px; margin: 0 0 4px }
  h3 small { font-weight: 400; color: #6a5a4c }
  svg { display: block }
  text { font-size: 11px; fill: #6a5a4c }
  ul { display: flex; flex-wrap: wrap; gap: 1px 12px; list-style: none; margin: 4px 0 0; padding: 0; font-size: 11.5px }
  li i { display: inline-block; width: 10px; height: 3px; margin-right: 5px; vertical-align: middle }
  li small { color: #6a5a4c; font-size: inherit }`

function drawPanel(
  panel: Panel,
  series: Series[],
  span: { from: number; to: number },
  faults: TimeSpan[],
): string {
  if (series.length === 0) return drawEmpty(panel)
  const maxValue = Math.max(...series.map(maximum), (panel.target ?? 0) * 1.1, 0)
  const ticks = ticksUpTo(maxValue, panel.unit)
  const maxTick = ticks.at(-1) ?? 1
  const x = (time: number) => left + ((width - left - right) * (time - span.from)) / (span.to - span.from)
  const y = (value: number) => height - bottom - ((height - bottom - top) * value) / maxTick
  const bands = faults.map(
    ({ from, to }) =>
      `<rect x="${x(from)}" y="${top}" width="${x(to) - x(from)}" height="${height - bottom - top}" fill="#fbe4df"/>`,
  )
  const grid = ticks.map(
    tick =>
      `<line x1="${left}" x2="${width - right}" y1="${y(tick)}" y2="${y(tick)}" stroke="#e4d8c6"/>` +
      `<text x="${left - 6}" y="${y(tick) + 4}" text-anchor="end">${formatValue(tick, panel.unit)}</text>`,
  )
  const times = [0, 30, 60, 90, 120, 150, 180]
    .filter(seconds => span.from + seconds <= span.to)
    .map(
      seconds =>
        `<text x="${x(span.from + seconds)}" y="${height - 3}" text-anchor="middle">${clock(seconds)}</text>`,
    )
  const target =
    panel.target === undefined
      ? ''
      : `<line x1="${left}" x2="${width - right}" y1="${y(panel.target)}" y2="${y(panel.target)}" stroke="#a3211b" stroke-dasharray="5 4"/>`
  const lines = series.map(
    ({ points }, index) =>
      `<path d="${pathOf(points, x, y)}" fill="none" stroke="${colours[index % colours.length]}" stroke-width="1.8" stroke-linejoin="round"/>`,
  )
  const legend = series.map(
    (each, index) =>
      `<li><i style="background:${colours[index % colours.length]}"></i>${escapeHtml(each.name)} <small>${formatValue(maximum(each), panel.unit)}</small></li>`,
  )
  return `<div class="panel"><h3>${escapeHtml(panel.title)} <small>${unitLabels[panel.unit]}</small></h3>
    <svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${[...bands, ...grid, target, ...times, ...lines].join('')}</svg>
    <ul>${legend.join('')}</ul></div>`
}

const unitLabels: Record<Unit, string> = {
  'requests/s': 'requests per second',
  'events/s': 'per second',
  s: '',
  share: 'of all responses',
  count: '',
  cores: 'cores',
  bytes: '',
}

function drawEmpty({ title, onlyWith }: Panel): string {
  return `<div class="panel"><h3>${escapeHtml(title)}</h3>
    <svg width="${width}" height="${height}"><text x="${width / 2}" y="${height / 2}" text-anchor="middle">only with ${escapeHtml(onlyWith ?? '')}, not part of this run</text></svg></div>`
}

export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

const maximum = ({ points }: Series) =>
  points.reduce((maxValue, [, value]) => (value > maxValue ? value : maxValue), 0)

/** With gaps for missing values. */
function pathOf(
  points: [number, number][],
  x: (time: number) => number,
  y: (value: number) => number,
): string {
  let isDrawing = false
  return points
    .map(([time, value]) => {
      if (!Number.isFinite(value)) {
        isDrawing = false
        return ''
      }
      const command = isDrawing ? 'L' : 'M'
      isDrawing = true
      return `${command}${x(time).toFixed(1)} ${y(Math.max(0, value)).toFixed(1)}`
    })
    .join('')
}

/** About four round numbers; the last is not below the maximum. */
function ticksUpTo(maxValue: number, unit: Unit): number[] {
  if (maxValue <= 0) return [0, 1]
  const one = sizesOf(unit).findLast(size => size <= maxValue / 2) ?? 1
  const power = 10 ** Math.floor(Math.log10(maxValue / one / 3))
  const step =
    [1, 2, 5, 10].map(factor => factor * power * one).find(each => each * 4 >= maxValue) ?? maxValue
  return Array.from({ length: Math.ceil(maxValue / step) + 1 }, (_, n) => n * step)
}

/** Larger units that values are formatted in. */
function sizesOf(unit: Unit): number[] {
  return unit === 's' ? [60, 3600] : []
}

function formatValue(value: number, unit: Unit): string {
  if (unit === 'share') return `${round(value * 100)} %`
  if (unit === 'bytes') return `${round(value / 1e6)} MB`
  if (unit !== 's') return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(value)
  if (value === 0) return '0'
  if (value < 0.001) return `${round(value * 1e6)} µs`
  if (value < 1) return `${round(value * 1000)} ms`
  if (value < 120) return `${round(value)} s`
  return value < 7200 ? `${round(value / 60)} min` : `${round(value / 3600)} h`
}

const round = (value: number): string => String(Number(value.toPrecision(2)))

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
