import { expect, it } from 'vitest'
import { readConfig, securityContactOf } from './config.ts'

const required = {
  DATABASE_URL: 'postgresql://larder@db/larder',
  REDIS_URL: 'redis://redis',
  SECRET_KEY: 'x'.repeat(32),
}

const provider = {
  id: 'example',
  name: 'Example',
  issuer: 'https://id.example.com',
  clientId: 'larder',
  clientSecret: 'not for the log',
}

function faultsOf(settings: Record<string, string>): string {
  try {
    readConfig({ ...required, ...settings })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

it('without more, there is no mail, no provider and no billing', () => {
  expect(readConfig(required)).toMatchObject({
    WEB_PORT: 8081,
    WEB_PUBLIC_URL: undefined,
    SMTP_URL: undefined,
    OIDC_PROVIDERS: [],
    STRIPE_SECRET_KEY: undefined,
  })
})

it('the endpoint for reads is a URL', () => {
  expect(readConfig(required).DATABASE_READ_URL).toBeUndefined()
  const url = 'postgresql://larder@replicas/larder'
  expect(readConfig({ ...required, DATABASE_READ_URL: url }).DATABASE_READ_URL).toBe(url)
  expect(faultsOf({ DATABASE_READ_URL: 'db2:5432' })).toContain('DATABASE_READ_URL')
})

it('the address of the website has no slash at its end', () => {
  const { WEB_PUBLIC_URL } = readConfig({ ...required, WEB_PUBLIC_URL: 'https://larder.example/' })
  expect(WEB_PUBLIC_URL).toBe('https://larder.example')
})

it('billing needs all of its settings', () => {
  const faults = faultsOf({ STRIPE_SECRET_KEY: 'sk_test', STRIPE_PRICE_PRO: 'price_1' })
  expect(faults).toContain('STRIPE_WEBHOOK_SECRET is not set')
  expect(faults).toContain('STRIPE_PRICE_SCALE is not set')
  expect(faults).not.toContain('STRIPE_PRICE_PRO')
})

it('providers are a list in JSON', () => {
  const local = { ...provider, id: 'local', issuer: 'http://127.0.0.1:4000' }
  const { OIDC_PROVIDERS } = readConfig({ ...required, OIDC_PROVIDERS: JSON.stringify([provider, local]) })
  expect(OIDC_PROVIDERS).toEqual([provider, local])
})

it.each([
  ['not JSON', '{'],
  ['no list', JSON.stringify(provider)],
  ['without a secret', JSON.stringify([{ ...provider, clientSecret: '' }])],
  ['twice the same', JSON.stringify([provider, provider])],
  ['with an id for no path', JSON.stringify([{ ...provider, id: 'a/b' }])],
  ['over plain HTTP', JSON.stringify([{ ...provider, issuer: 'http://id.example.com' }])],
])('providers %s are refused, and no secret is repeated', (_, written) => {
  const faults = faultsOf({ OIDC_PROVIDERS: written })
  expect(faults).toContain('OIDC_PROVIDERS')
  expect(faults).not.toContain('not for the log')
})

it.each(['ai_estimate', 'model-guess', 'estimate2'])('AI estimates can be called %s', name => {
  expect(readConfig({ ...required, ESTIMATE_SOURCE: name }).ESTIMATE_SOURCE).toBe(name)
})

it.each(['off', 'usda', 'community', 'AI', 'ai estimate', "x'y", 'a'.repeat(41)])(
  'AI estimates cannot be called %s',
  name => {
    expect(faultsOf({ ESTIMATE_SOURCE: name })).toContain(
      `ESTIMATE_SOURCE is "${name}"; expected lower-case letters`,
    )
  },
)

it('image hosts are names of hosts', () => {
  const hostsOf = (written: string) => readConfig({ ...required, IMAGE_HOSTS: written }).IMAGE_HOSTS
  expect(hostsOf('')).toEqual([])
  expect(hostsOf('photos.test, CDN.Shop.example')).toEqual(['photos.test', 'cdn.shop.example'])
})

it.each([
  'https://photos.test',
  'photos.test/foods',
  'photos.test:8080',
  '*.photos.test',
  'localhost',
  "a.b' *",
])('image hosts cannot be %s', written => {
  expect(faultsOf({ IMAGE_HOSTS: written })).toContain(
    `IMAGE_HOSTS contains "${written}"; expected names of hosts`,
  )
})

it('the security contact is the contact address, as a URI', () => {
  const contactOf = (settings: Record<string, string>) =>
    securityContactOf(readConfig({ ...required, ...settings }))
  expect(contactOf({})).toBeUndefined()
  expect(contactOf({ CONTACT_EMAIL: 'hello@example.org' })).toBe('mailto:hello@example.org')
  for (const value of ['hello', 'a b@example.org', 'Larder <hello@example.org>'])
    expect(faultsOf({ CONTACT_EMAIL: value })).toContain('expected an e-mail address')
})
