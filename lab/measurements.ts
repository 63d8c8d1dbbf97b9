import { appendFileSync } from 'node:fs'

/** What was measured: printed, and kept for the table of `npm run chaos`. */
export function tell(name: string, value: number, unit: string): void {
  const rounded = Math.round(value * 10) / 10
  console.info(`${name}: ${rounded} ${unit}`)
  const file = process.env['LARDER_FIGURES']
  if (file) appendFileSync(file, `${JSON.stringify({ name, value: rounded, unit })}\n`)
}
