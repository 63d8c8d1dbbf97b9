import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listSettings, readConfig, serverSecretOf } from './config.ts'

const required = {
  DATABASE_URL: 'postgresql://larder@db/larder',
  REDIS_URL: 'redis://redis',
  SECRET_KEY: 'x'.repeat(32),
}

it('the defaults are those of the specification', () => {
  expect(readConfig(required)).toMatchObject({
    API_PORT: 8080,
    RATE_LIMIT_ANONYMOUS_PER_MINUTE: 30,
    RATE_LIMIT_STARTER_PER_MINUTE: 30,
    RATE_LIMIT_PRO_PER_MINUTE: 500,
    RATE_LIMIT_SCALE_PER_MINUTE: 3000,
    RATE_LIMIT_FREE_PER_HOUR: 600,
    FAIRNESS_DELAY_MS: 350,
  })
})

it('the profile self-hosted raises limits, unless they are set', () => {
  const selfHosted = { ...required, DEPLOYMENT_PROFILE: 'self-hosted' }
  expect(readConfig(selfHosted)).toMatchObject({
    RATE_LIMIT_ANONYMOUS_PER_MINUTE: 6_000,
    RATE_LIMIT_STARTER_PER_MINUTE: 6_000,
    RATE_LIMIT_PRO_PER_MINUTE: 6_000,
    RATE_LIMIT_SCALE_PER_MINUTE: 6_000,
    RATE_LIMIT_FREE_PER_HOUR: 360_000,
    RATE_LIMIT_WEBSITE_PER_MINUTE: 6_000,
    RATE_LIMIT_INVALID_KEYS_PER_MINUTE: 300,
    FAIRNESS_DELAY_MS: 0,
  })
  expect(readConfig({ ...selfHosted, RATE_LIMIT_ANONYMOUS_PER_MINUTE: '40' })).toMatchObject({
    RATE_LIMIT_ANONYMOUS_PER_MINUTE: 40,
    FAIRNESS_DELAY_MS: 0,
  })
  expect(readConfig({ ...required, DEPLOYMENT_PROFILE: 'public' })).toEqual(readConfig(required))
  expect(() => readConfig({ ...required, DEPLOYMENT_PROFILE: 'private' })).toThrow(
    'DEPLOYMENT_PROFILE is "private"; expected one of public, self-hosted',
  )
})

it('trusted proxies are a list of ranges', () => {
  const { TRUSTED_PROXIES } = readConfig({ ...required, TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,fd00::/8' })
  expect(
    ['10.1.2.3', '192.0.2.1', '192.0.2.2'].map(address => TRUSTED_PROXIES.check(address, 'ipv4')),
  ).toEqual([true, true, false])
  expect(['fd12::1', '2001:db8::1'].map(address => TRUSTED_PROXIES.check(address, 'ipv6'))).toEqual([
    true,
    false,
  ])
})

describe('a secret in a file', () => {
  const fileWith = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-secret-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'secret')
    writeFileSync(path, text)
    return path
  }
  const { SECRET_KEY: _, ...others } = required

  it.each([
    ['without a newline', ''],
    ['with the newline of an editor', '\n'],
    ['with that of Windows', '\r\n'],
  ])('is read %s', (_name, end) => {
    const SECRET_KEY_FILE = fileWith(`${'y'.repeat(32)}${end}`)
    expect(readConfig({ ...others, SECRET_KEY_FILE }).SECRET_KEY).toBe('y'.repeat(32))
  })

  it('counts like one in the environment: too short is a fault, empty is not set', () => {
    expect(() => readConfig({ ...others, SECRET_KEY_FILE: fileWith('short') })).toThrow(
      'SECRET_KEY has 5 characters; expected at least 32',
    )
    expect(readConfig({ ...required, SMTP_URL_FILE: '' }).SMTP_URL).toBeUndefined()
    expect(readConfig({ ...required, SMTP_URL_FILE: fileWith('\n') }).SMTP_URL).toBeUndefined()
  })

  it('and in the environment too is a fault, as is a file that cannot be read', () => {
    expect(() => readConfig({ ...required, SECRET_KEY_FILE: fileWith('z'.repeat(32)) })).toThrow(
      'SECRET_KEY and SECRET_KEY_FILE are both set; set one of them',
    )
    expect(() => readConfig({ ...others, SECRET_KEY_FILE: '/nowhere/secret' })).toThrow(
      'SECRET_KEY cannot be read from its file: ENOENT',
    )
  })

  it('is for secrets only, and all secrets are marked', () => {
    const secrets = listSettings()
      .filter(({ isSecret }) => isSecret)
      .map(({ name }) => name)
    expect(secrets.toSorted()).toEqual([
      'DATABASE_READ_URL',
      'DATABASE_URL',
      'OIDC_PROVIDERS',
      'REDIS_URL',
      'SECRET_KEY',
      'SECRET_KEY_FALLBACKS',
      'SMTP_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ])
    expect(readConfig({ ...required, API_PORT_FILE: '/nowhere' }).API_PORT).toBe(8080)
  })
})

it('the secret of the server has those before it behind it', () => {
  const [previous, older] = [`one, with a comma ${'p'.repeat(32)}`, 'o'.repeat(32)]
  expect(serverSecretOf(readConfig(required))).toBe(required.SECRET_KEY)
  expect(
    serverSecretOf(readConfig({ ...required, SECRET_KEY_FALLBACKS: `${previous}\n${older}\n` })),
  ).toEqual([required.SECRET_KEY, previous, older])
  expect(() => readConfig({ ...required, SECRET_KEY_FALLBACKS: 'short' })).toThrow('SECRET_KEY_FALLBACKS')
})
