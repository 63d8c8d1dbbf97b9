/** Nearest-rank quantile, without interpolation. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export const median = (values: number[]) => quantile(values, 0.5)

export const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
