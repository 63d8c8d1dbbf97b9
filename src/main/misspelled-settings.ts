import { editDistance } from '../language/edit-distance.ts'

const minNameLength = 5
const minLengthForTwoEdits = 8

// Variables of other programs within two edits of a setting.
const otherPrograms = new Set([
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
  suggestion: string
}

/** Variables that are probably a misspelt setting. A variable is ignored when the correctly spelt setting is set too. */
export function findMisspelledSettings(
  environment: Record<string, string | undefined>,
  settings: string[],
): MisspelledSetting[] {
  const known = new Set(settings)
  const unset = settings.filter(name => !environment[name])
  return Object.keys(environment)
    .filter(name => name.length >= minNameLength && !known.has(name) && !otherPrograms.has(name))
    .flatMap(name => {
      const suggestion = closest(name.toUpperCase(), unset)
      return suggestion === undefined ? [] : [{ name, suggestion }]
    })
}

function closest(name: string, settings: string[]): string | undefined {
  const max = name.length < minLengthForTwoEdits ? 1 : 2
  const near = settings
    .map(setting => ({ setting, errors: editDistance(name, setting, max) }))
    .filter(({ errors }) => errors <= max)
  return near.toSorted((a, b) => a.errors - b.errors)[0]?.setting
}
