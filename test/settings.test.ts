import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeSettings, readConfig } from '../src/config.ts'

const required = {
  DATABASE_URL: 'postgresql://larder@db/larder',
  REDIS_URL: 'redis://redis',
  KEY_SECRET: 'x'.repeat(32),
}

it('.env.example lists every setting with its default (bin/larder settings > .env.example)', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(describeSettings())
})

it('the defaults are those of the specification', () => {
  expect(readConfig(required)).toMatchObject({
    API_PORT: 8080,
    LIMIT_ANONYMOUS_PER_MINUTE: 30,
    LIMIT_STARTER_PER_MINUTE: 30,
    LIMIT_PRO_PER_MINUTE: 500,
    LIMIT_SCALE_PER_MINUTE: 3000,
    LIMIT_PER_HOUR: 600,
    FAIRNESS_DELAY_MS: 350,
  })
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
