// Checks the licences of the packages that a release contains (package-lock.json without development dependencies): all of
// them must allow distribution under Apache-2.0 without further conditions.
import { readFileSync } from 'node:fs'

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
])

interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** SPDX expressions of one level, such as `MIT` and `(MIT OR CC0-1.0)`; an `AND` needs every licence to be allowed. */
function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isAllowed)
  return plain.split(' OR ').some(licence => allowed.has(licence))
}

const shipped = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true,
)
const rejected = shipped.filter(([, { license }]) => license === undefined || !isAllowed(license))
for (const [path, { version, license }] of rejected)
  console.error(
    `${path} ${version}: ${license ?? 'no licence'} is not on the list in scripts/check-licences.ts`,
  )
console.log(`${shipped.length - rejected.length} of ${shipped.length} packages have an allowed licence`)
if (rejected.length > 0) process.exitCode = 1
