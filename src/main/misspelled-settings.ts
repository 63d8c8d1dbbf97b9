import { editDistance } from '../language/edit-distance.ts'

const shortestName = 5
const shortestForTwoErrors = 8

// Variables of other programs that are one or two letters away from a setting.
const ofOthers = new Set([
  'APP_HOST',
  'APP_PORT',
  'APP_URL',
  'DB_HOST',
  'DB_PORT',
  'DB_POOL',
  'WEB_URL',
  'BASE_URL',
])

export interface MisspelledSetting {
  name: string
  meant: string
}

/** Variables that are probably a setting with a typing error. One whose right spelling is set too is not. */
export function findMisspelledSettings(
  environment: Record<string, string | undefined>,
  settings: string[],
): MisspelledSetting[] {
  const known = new Set(settings)
  const unset = settings.filter(name => !environment[name])
  return Object.keys(environment)
    .filter(name => name.length >= shortestName && !known.has(name) && !ofOthers.has(name))
    .flatMap(name => {
      const meant = nearest(name.toUpperCase(), unset)
      return meant === undefined ? [] : [{ name, meant }]
    })
}

function nearest(name: string, settings: string[]): string | undefined {
  const most = name.length < shortestForTwoErrors ? 1 : 2
  const near = settings
    .map(setting => ({ setting, errors: editDistance(name, setting, most) }))
    .filter(({ errors }) => errors <= most)
  return near.toSorted((a, b) => a.errors - b.errors)[0]?.setting
}
