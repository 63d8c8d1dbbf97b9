// Providers of third-party sign-in, by OpenID Connect discovery.
import { allowInsecureRequests, type Configuration, discovery } from 'openid-client'

export interface ProviderSettings {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

export interface Providers {
  list: { id: string; name: string }[]
  has(id: string): boolean
  /** How to talk to it; fails when it does not answer. */
  find(id: string): Promise<Configuration>
  /** For the operator: talking to it failed. */
  report(id: string, error: unknown): void
}

/** Without what was sent and answered: that holds codes and tokens. */
export type OnProviderFailure = (failure: {
  provider: string
  name: string
  code: string | undefined
}) => void

const answerWithinSeconds = 5
// Providers change their keys and addresses seldom, and say so here.
const freshForMs = 3_600_000

export function openProviders(settings: ProviderSettings[], onFailure: OnProviderFailure): Providers {
  const known = new Map<string, { configuration: Promise<Configuration>; at: number }>()

  function discover(provider: ProviderSettings): Promise<Configuration> {
    const issuer = new URL(provider.issuer)
    return discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
      timeout: answerWithinSeconds,
      // The configuration lets http pass for this machine only.
      ...(issuer.protocol === 'http:' && { execute: [allowInsecureRequests] }),
    })
  }

  return {
    list: settings.map(({ id, name }) => ({ id, name })),
    has: id => settings.some(provider => provider.id === id),
    async find(id) {
      const provider = settings.find(candidate => candidate.id === id)
      if (!provider) throw new Error(`no provider ${id}`)
      const kept = known.get(id)
      if (kept && performance.now() - kept.at < freshForMs) return kept.configuration
      const entry = { configuration: discover(provider), at: performance.now() }
      known.set(id, entry)
      try {
        return await entry.configuration
      } catch (error) {
        if (known.get(id) === entry) known.delete(id)
        throw error
      }
    },
    report(id, error) {
      const { name, code } = error as Error & { code?: string }
      onFailure({ provider: id, name, code })
    },
  }
}
