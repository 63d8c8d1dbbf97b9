import type { ComponentChildren } from 'preact'

interface StatProps {
  name: string
  value: string
  foot?: ComponentChildren
  /** A line or a bar below. */
  children?: ComponentChildren
}

/** One number with its comparison, in a `<dl class="stats">`. */
export function Stat({ name, value, foot, children }: StatProps) {
  return (
    <div class="stat">
      <dt>{name}</dt>
      <dd class="stat-value">{value}</dd>
      {foot && <dd class="stat-foot">{foot}</dd>}
      {children && <dd>{children}</dd>}
    </div>
  )
}

/** The course of a number, without scale: the chart has the values. */
export function Sparkline({ values }: { values: number[] }) {
  const max = Math.max(1, ...values)
  const points = values.map((value, index) => {
    const x = (100 * index) / Math.max(1, values.length - 1)
    return `${x.toFixed(1)} ${(30 - (28 * value) / max).toFixed(1)}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg class="spark" viewBox="0 0 100 32" preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={`${line}L100 32L0 32Z`} />
      <path d={line} />
    </svg>
  )
}

/** A bar of the used share. Of a limit, it is amber from 80 % and red when it is used up. */
export function Meter({ share, isLimit = false }: { share: number; isLimit?: boolean }) {
  const level = !isLimit || share < 0.8 ? '' : share < 1 ? ' is-near' : ' is-over'
  return (
    <svg class={`meter${level}`} aria-hidden="true">
      <rect width={`${(100 * Math.min(1, share)).toFixed(1)}%`} height="100%" />
    </svg>
  )
}
