// Checks the licences of the packages that a release contains (package-lock.json without development dependencies): all of
// them must allow distribution under Apache-2.0 without further conditions, except the shared libraries that NOTICE names.
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

/** libvips: a shared library in a separate package, which anyone can replace, as the LGPL asks. NOTICE says so. */
const replaceable = { path: /(?:^|\/)node_modules\/@img\/sharp-[\w-]+$/, licence: 'LGPL-3.0-or-later' }

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
function isAllowed(expression: string, path: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  if (plain.includes(' AND ')) return plain.split(' AND ').every(part => isAllowed(part, path))
  const isReplaceable = (licence: string) => licence === replaceable.licence && replaceable.path.test(path)
  return plain.split(' OR ').some(licence => allowed.has(licence) || isReplaceable(licence))
}

const shipped = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true,
)
const rejected = shipped.filter(([path, { license }]) => license === undefined || !isAllowed(license, path))
for (const [path, { version, license }] of rejected)
  console.error(
    `${path} ${version}: ${license ?? 'no licence'} is not on the list in scripts/check-licences.ts`,
  )
console.log(`${shipped.length - rejected.length} of ${shipped.length} packages have an allowed licence`)
if (rejected.length > 0) process.exitCode = 1
