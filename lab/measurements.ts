import { appendFileSync } from 'node:fs'

/** Prints a measurement and records it for the report of `npm run chaos`. */
export function recordMeasurement(name: string, value: number, unit: string): void {
  const rounded = Math.round(value * 10) / 10
  console.info(`${name}: ${rounded} ${unit}`)
  const file = process.env['LARDER_MEASUREMENTS']
  if (file) appendFileSync(file, `${JSON.stringify({ name, value: rounded, unit })}\n`)
}
