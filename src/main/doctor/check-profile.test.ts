import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { checkProfile } from './check-profile.ts'

const findingsFor = (settings: Record<string, string>) =>
  checkProfile(
    readConfig({
      DATABASE_URL: 'postgresql://db/larder',
      REDIS_URL: 'redis://redis',
      SECRET_KEY: 'x'.repeat(32),
      ...settings,
    }),
  )

it('shows the public profile with its limits, and whether the contact page names an address', () => {
  expect(findingsFor({ API_PUBLIC_URL: 'https://api.example.org' })).toEqual([
    {
      part: 'profile',
      level: 'ok',
      message: 'public: 30 requests a minute without a key, delayed by 350 ms',
    },
    {
      part: 'website',
      level: 'warning',
      message: 'the contact page names no address. Set CONTACT_EMAIL',
    },
  ])
})

it.each([
  'http://192.168.1.20:8080',
  'http://100.101.2.3',
  'http://[fd00::1]:8080',
  'http://nas:8080',
  'https://food.home.arpa',
  'http://nas.local',
])('accepts the self-hosted profile at %s', url => {
  expect(findingsFor({ DEPLOYMENT_PROFILE: 'self-hosted', API_PUBLIC_URL: url })).toEqual([
    {
      part: 'profile',
      level: 'ok',
      message: expect.stringContaining('self-hosted: 6,000 requests a minute'),
    },
  ])
})

it.each(['https://api.example.org', 'http://203.0.113.7'])(
  'warns about the self-hosted profile at %s',
  url => {
    expect(findingsFor({ DEPLOYMENT_PROFILE: 'self-hosted', WEB_PUBLIC_URL: url })).toEqual([
      { part: 'profile', level: 'warning', message: expect.stringContaining('WEB_PUBLIC_URL: a host') },
    ])
  },
)
