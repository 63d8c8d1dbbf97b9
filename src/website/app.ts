// The website: what happens to every request, then all pages in order.
import type { BlockList } from 'node:net'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { hideKeys } from '../accounts/key-format.ts'
import type { Plan } from '../accounts/plans.ts'
import { addressReader } from '../http/client-address.ts'
import { leaveStalledClients } from '../http/stalled-clients.ts'
import { closeConnectionsWhenStopping, type Stopping } from '../http/stopping.ts'
import type { Metrics } from '../seeing/metrics.ts'
import type { Tracing } from '../seeing/tracing.ts'
import { addActivityPage } from './account/activity-page.tsx'
import { addKeysPages } from './account/api-keys/key-list-pages.tsx'
import { addKeyPages } from './account/api-keys/key-pages.tsx'
import { addPlanPages } from './account/billing/plan-pages.tsx'
import { addDataPages } from './account/data-pages.tsx'
import { addEmailPage } from './account/email-page.tsx'
import { addOverviewPage } from './account/overview-page.tsx'
import { addLinkedProviderPages } from './account/security/linked-provider-pages.tsx'
import { addPasswordPage } from './account/security/password-page.tsx'
import { addSecondFactorPages } from './account/security/second-factor-pages.tsx'
import { addSecurityPage } from './account/security/security-page.tsx'
import { addUsagePage } from './account/usage/usage-page.tsx'
import { addBarcodePage } from './barcode/barcode-page.tsx'
import { addScanPage } from './barcode/scan-page.tsx'
import { addCategoriesPage } from './categories/categories-page.tsx'
import { addCategoryPage } from './categories/category-page.tsx'
import type { WebsiteAccounts, WebsiteCatalog } from './context.ts'
import { addDocsPages } from './docs/docs-pages.tsx'
import { addFoodPage } from './food/food-page.tsx'
import { addStartPage } from './home/home-page.tsx'
import { addPopularPage } from './popular/popular-page.tsx'
import { addSearchPage } from './search/search-page.tsx'
import { addAssets } from './shell/assets.tsx'
import { formGuard } from './shell/csrf.tsx'
import { showError, showNotFound } from './shell/error-pages.tsx'
import { addHealthRoute } from './shell/health.ts'
import { keepAnswers } from './shell/page-cache.ts'
import { addSecurityHeaders } from './shell/security-headers.ts'
import { serverOptions } from './shell/server-options.ts'
import { readBrowsers, requireSession } from './shell/session-middleware.ts'
import { addConfirmEmailPage } from './sign-in/confirm-email-page.tsx'
import { addPasswordResetPages } from './sign-in/password-reset-pages.tsx'
import { addProviderPages } from './sign-in/provider-pages.tsx'
import { addSignInPages } from './sign-in/sign-in-pages.tsx'
import { addSignUpPage } from './sign-in/sign-up-page.tsx'
import { addSitemaps } from './sitemap/sitemap.ts'
import { addNumbersPage } from './stats/stats-page.tsx'

export interface WebsiteParts {
  accounts: WebsiteAccounts
  catalog: WebsiteCatalog
  /** What each plan allows here. */
  requestsPerMinute: Record<Plan, number>
  trustedProxies: BlockList
  /** How much memory finished pages may take. */
  keptPagesBytes: number
  metrics: Pick<Metrics, 'countRequest'>
  /** Undefined: switched off. */
  tracing: Tracing | undefined
  stopping: Stopping
  logger: FastifyBaseLogger
}

export async function createWebsite(parts: WebsiteParts): Promise<FastifyInstance> {
  const { accounts, catalog } = parts
  const app: FastifyInstance = Fastify({ ...serverOptions, loggerInstance: parts.logger })
  leaveStalledClients(app.server)
  parts.tracing?.watchRequests(app, 'website', callerKind)
  closeConnectionsWhenStopping(app, parts.stopping)

  await app.register(cookie)
  await app.register(formbody)
  addSecurityHeaders(app)
  app.addHook('onResponse', async (request, reply) => {
    parts.metrics.countRequest('website', callerKind(request), request, reply)
    logRequest(request, reply)
  })
  app.setErrorHandler(showError)
  addAssets(app)
  addHealthRoute(app, parts.stopping)

  readBrowsers(app, { ...accounts, addressOf: addressReader(parts.trustedProxies) })
  app.addHook('preHandler', formGuard(accounts.websiteUrl))
  keepAnswers(app, { changedAt: () => catalog.figures.catalog().changedAt, mostBytes: parts.keptPagesBytes })
  app.setNotFoundHandler(showNotFound)

  addStartPage(app, catalog)
  addSearchPage(app, catalog)
  addCategoriesPage(app, catalog)
  addCategoryPage(app, catalog)
  addPopularPage(app, catalog)
  addBarcodePage(app, catalog)
  addScanPage(app, catalog)
  addFoodPage(app, catalog)
  addSitemaps(app, catalog)
  addDocsPages(app, catalog, parts.requestsPerMinute)
  addNumbersPage(app, catalog)
  addSignUpPage(app, accounts)
  addSignInPages(app, accounts)
  addProviderPages(app, accounts)
  addPasswordResetPages(app, accounts)
  addConfirmEmailPage(app, accounts)

  await app.register(async account => {
    account.addHook('preHandler', requireSession)
    addOverviewPage(account, accounts)
    addKeysPages(account, accounts)
    addKeyPages(account, accounts)
    addUsagePage(account, accounts, catalog, parts.requestsPerMinute)
    addPlanPages(account, accounts, parts.requestsPerMinute)
    addSecurityPage(account, accounts)
    addPasswordPage(account, accounts)
    addSecondFactorPages(account, accounts)
    addLinkedProviderPages(account, accounts)
    addEmailPage(account, accounts)
    addActivityPage(account, accounts)
    addDataPages(account, accounts)
  })
  return app
}

/** Pages that are the same for all do not ask who is there: of them everybody is a visitor. */
const callerKind = ({ session }: FastifyRequest): string => (session ? 'account' : 'visitor')

const longestLoggedPath = 500

/** Without what follows the question mark: the links of mails and the answers of providers are secrets. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.log.info({
    reqId: request.id,
    site: 'website',
    method: request.method,
    path: hideKeys(request.url.replace(/\?.*/s, '').slice(0, longestLoggedPath)),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    address: request.visitor?.address,
    account: request.session?.accountId,
  })
}
