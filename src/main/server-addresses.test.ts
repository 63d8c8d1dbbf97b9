import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { resolveAddresses } from './server-addresses.ts'

const addresses = (settings: Record<string, string>) =>
  resolveAddresses(
    readConfig({
      DATABASE_URL: 'postgresql://larder@db/larder',
      REDIS_URL: 'redis://redis',
      SECRET_KEY: 'x'.repeat(32),
      ...settings,
    }),
  )

it.each([
  [{}, 'http://localhost:8080', 'http://localhost:8081'],
  [{ API_PORT: '9000', WEB_PORT: '9001' }, 'http://localhost:9000', 'http://localhost:9001'],
  [{ API_HOST: '0.0.0.0', WEB_HOST: '::' }, 'http://localhost:8080', 'http://localhost:8081'],
  [{ API_HOST: 'api.lan', WEB_HOST: 'fd00::2' }, 'http://api.lan:8080', 'http://[fd00::2]:8081'],
  [
    {
      API_PUBLIC_URL: 'https://api.larder.example',
      WEB_PUBLIC_URL: 'https://larder.example',
      WEB_PORT: '9001',
    },
    'https://api.larder.example',
    'https://larder.example',
  ],
])('%j: public addresses %s and %s', async (settings, apiUrl, websiteUrl) => {
  const { api, website } = await addresses(settings)
  expect([api.publicUrl, website.publicUrl]).toEqual([apiUrl, websiteUrl])
})
