// The two servers. Each is built only when it is served.
import { createApiKeyCache } from '../accounts/api-keys/api-key-cache.ts'
import type { PrincipalChanges } from '../accounts/api-keys/principal-changes.ts'
import { createApi } from '../api/app.ts'
import { foodLookup } from '../catalog/lookup.ts'
import { imageSources } from '../food/image-hosts.ts'
import { openPackFolder } from '../packs/pack-index.ts'
import {
  type GracefulServer,
  listenGracefully,
  type ShutdownState,
} from '../platform/http/graceful-shutdown.ts'
import { createWebsite } from '../website/app.ts'
import { openLegalFolder } from '../website/public/legal-documents.ts'
import { type Config, requestsPerMinuteOf, securityContactOf, serverSecretOf } from './config.ts'
import { explainListenError } from './listen-error.ts'
import type { ServerAddresses } from './server-addresses.ts'
import type { Services, Telemetry } from './services.ts'
import type { Stores } from './stores.ts'

export interface ServerContext {
  config: Config
  stores: Stores
  services: Services
  telemetry: Telemetry
  addresses: ServerAddresses
  stopping: ShutdownState
  /** Both servers in this process if undefined. */
  only: ServedPart | undefined
}

export type ServedPart = 'api' | 'website'

export interface HttpServer extends GracefulServer {
  /** Where it listens. */
  url: string
}

export async function startApi(context: ServerContext, changes: PrincipalChanges): Promise<HttpServer> {
  const { config, services, telemetry, addresses, stopping } = context
  const { reads, pools } = context.stores
  const server = createApi({
    database: reads.lookup,
    search: services.search,
    catalogStats: services.figures,
    cache: services.cache,
    apiFormat: services.apiFormat,
    keys: createApiKeyCache({
      primary: pools.lookup,
      reads: config.DATABASE_READ_URL === undefined ? undefined : reads.lookup,
      secret: serverSecretOf(config),
      changes,
    }),
    accounts: services.accounts,
    usage: services.usage,
    noteLimitUse: services.noteLimitUse,
    limiter: services.limiter,
    limits: {
      anonymousPerMinute: config.RATE_LIMIT_ANONYMOUS_PER_MINUTE,
      starterPerMinute: config.RATE_LIMIT_STARTER_PER_MINUTE,
      proPerMinute: config.RATE_LIMIT_PRO_PER_MINUTE,
      scalePerMinute: config.RATE_LIMIT_SCALE_PER_MINUTE,
      perHour: config.RATE_LIMIT_FREE_PER_HOUR,
      fairnessDelayMs: config.FAIRNESS_DELAY_MS,
    },
    invalidKeysPerMinute: config.RATE_LIMIT_INVALID_KEYS_PER_MINUTE,
    maxConcurrentRequests: config.fixed.maxConcurrentRequests,
    trustedProxies: config.TRUSTED_PROXIES,
    publicUrl: addresses.api.publicUrl,
    sharedCacheSeconds: config.SHARED_CACHE_SECONDS,
    shutdown: stopping,
    ...telemetry,
  })
  const listening = await explainListenError(
    'API',
    addresses.api.handOver(() => listenGracefully(server, addresses.api.listen)),
  )
  telemetry.logger.info({ server: 'api', url: listening.url }, 'listening')
  return listening
}

export async function startWebsite(context: ServerContext): Promise<HttpServer> {
  const { config, services, telemetry, addresses, stopping, only } = context
  const { reads } = context.stores
  const app = await createWebsite({
    accounts: services.accounts,
    catalog: {
      database: reads.website,
      search: services.search,
      lookup: foodLookup(reads.website),
      stats: services.figures,
      apiFormat: services.apiFormat,
      limiter: services.limiter,
      cache: services.cache,
      imageSources: imageSources(config.IMAGE_HOSTS),
      apiUrl: addresses.api.publicUrl,
      websiteUrl: addresses.website.publicUrl,
    },
    packs: config.PACKS_DIR === undefined ? undefined : openPackFolder(config.PACKS_DIR),
    requestsPerMinute: requestsPerMinuteOf(config),
    freeLimits: {
      anonymousPerMinute: config.RATE_LIMIT_ANONYMOUS_PER_MINUTE,
      perHour: config.RATE_LIMIT_FREE_PER_HOUR,
      fairnessDelayMs: config.FAIRNESS_DELAY_MS,
    },
    operator: {
      legal: config.LEGAL_DIR === undefined ? undefined : openLegalFolder(config.LEGAL_DIR),
      contactEmail: config.CONTACT_EMAIL,
      securityContact: securityContactOf(config),
      sourceCodeUrl: config.SOURCE_CODE_URL,
    },
    trustedProxies: config.TRUSTED_PROXIES,
    pagesPerMinute: config.RATE_LIMIT_WEBSITE_PER_MINUTE,
    sharesProcessWithApi: only === undefined,
    stopping,
    ...telemetry,
  })
  await app.ready()
  const listening = await explainListenError(
    'WEB',
    addresses.website.handOver(() =>
      listenGracefully(app.server, addresses.website.listen, () => app.close()),
    ),
  )
  telemetry.logger.info({ server: 'website', url: listening.url }, 'listening')
  return listening
}
