// OpenID Connect providers, configured by discovery.
import {
  allowInsecureRequests,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'

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
  /** Rejects when the provider cannot be reached. */
  find(id: string): Promise<Configuration>
  /** Reports a failed request to the operator. */
  report(id: string, error: unknown): void
}

/** Excludes requests and responses, which contain codes and tokens. */
export type OnProviderFailure = (failure: {
  provider: string
  name: string
  code: string | undefined
}) => void

const timeoutSeconds = 5
// Providers rarely change their endpoints and keys.
const ttlMs = 3_600_000

export function openProviders(settings: ProviderSettings[], onFailure: OnProviderFailure): Providers {
  const cache = new Map<string, { configuration: Promise<Configuration>; fetchedAt: number }>()

  function discover(provider: ProviderSettings): Promise<Configuration> {
    const issuer = new URL(provider.issuer)
    return discovery(issuer, provider.clientId, provider.clientSecret, undefined, {
      timeout: timeoutSeconds,
      execute: [
        // By default, the signature of an ID token that comes directly from the provider is not verified.
        enableNonRepudiationChecks,
        // The configuration allows http for localhost only.
        ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    })
  }

  return {
    list: settings.map(({ id, name }) => ({ id, name })),
    has: id => settings.some(provider => provider.id === id),
    async find(id) {
      const provider = settings.find(candidate => candidate.id === id)
      if (!provider) throw new Error(`unknown OIDC provider ${id}`)
      const cached = cache.get(id)
      if (cached && performance.now() - cached.fetchedAt < ttlMs) return cached.configuration
      const entry = { configuration: discover(provider), fetchedAt: performance.now() }
      cache.set(id, entry)
      try {
        return await entry.configuration
      } catch (error) {
        if (cache.get(id) === entry) cache.delete(id)
        throw error
      }
    },
    report(id, error) {
      const { name, code } = error as Error & { code?: string }
      onFailure({ provider: id, name, code })
    },
  }
}
