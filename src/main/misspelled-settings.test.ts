import { expect, it } from 'vitest'
import { listSettings } from './config.ts'
import { findMisspelledSettings } from './misspelled-settings.ts'

const settings = listSettings().map(({ name }) => name)
const misspelled = (environment: Record<string, string>) => findMisspelledSettings(environment, settings)

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['API_PROT', 'API_PORT'],
  ['LOG_LEVLE', 'LOG_LEVEL'],
  ['REDIS_URI', 'REDIS_URL'],
  ['WEB-PUBLC_URL', 'WEB_PUBLIC_URL'],
  ['secret_ky', 'SECRET_KEY'],
])('%s is reported as %s', (name, setting) => {
  expect(misspelled({ [name]: 'x' })).toEqual([{ name, suggestion: setting }])
})

it('one whose right spelling is set too is not reported', () => {
  expect(misspelled({ DATABSE_URL: 'x', DATABASE_URL: 'x' })).toEqual([])
})

it('variables of the system and of other programs are not reported', () => {
  const others =
    'PATH HOME USER SHELL LANG TERM PWD HOSTNAME LOGNAME EDITOR TZ NODE_ENV NODE_OPTIONS PGHOST PGPORT PGUSER PGPASSWORD ' +
    'HTTP_PROXY HTTPS_PROXY NO_PROXY DB_HOST DB_PORT APP_PORT APP_URL API_KEY API_TOKEN WEB_CONCURRENCY LOG_FORMAT ' +
    'KUBERNETES_SERVICE_HOST KUBERNETES_PORT SSH_AUTH_SOCK XDG_RUNTIME_DIR JOURNAL_STREAM INVOCATION_ID SMTP_HOST ' +
    'REDIS_HOST REDIS_PORT DATABASE_HOST DATABASE_NAME POSTGRES_PASSWORD POSTGRES_USER CI GITHUB_ACTIONS'
  expect(misspelled(Object.fromEntries(others.split(' ').map(name => [name, 'x'])))).toEqual([])
})
