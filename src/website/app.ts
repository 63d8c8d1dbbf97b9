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
import { addAssets } from './assets.tsx'
import { readBrowsers, requireSession } from './browser.ts'
import { showError, showNotFound } from './errors.tsx'
import { formGuard } from './form-guard.tsx'
import { addHealthRoute } from './health.ts'
import { keepAnswers } from './kept-answers.ts'
import { addActivityPage } from './pages/account/activity.tsx'
import { addDataPages } from './pages/account/data.tsx'
import { addEmailPage } from './pages/account/email.tsx'
import { addKeyPages } from './pages/account/key.tsx'
import { addKeysPages } from './pages/account/keys.tsx'
import { addLinkedProviderPages } from './pages/account/linked-provider.tsx'
import { addOverviewPage } from './pages/account/overview.tsx'
import { addPasswordPage } from './pages/account/password.tsx'
import { addPlanPages } from './pages/account/plan.tsx'
import { addSecondFactorPages } from './pages/account/second-factor.tsx'
import { addSecurityPage } from './pages/account/security.tsx'
import { addUsagePage } from './pages/account/usage.tsx'
import { addBarcodePage } from './pages/barcode.tsx'
import { addCategoriesPage } from './pages/categories.tsx'
import { addCategoryPage } from './pages/category.tsx'
import { addConfirmEmailPage } from './pages/confirm-email.tsx'
import { addDocsPages } from './pages/docs/docs.tsx'
import { addFoodPage } from './pages/food.tsx'
import { addNumbersPage } from './pages/numbers.tsx'
import { addPasswordResetPages } from './pages/password-reset.tsx'
import { addPopularPage } from './pages/popular.tsx'
import { addProviderPages } from './pages/provider.tsx'
import { addScanPage } from './pages/scan.tsx'
import { addSearchPage } from './pages/search.tsx'
import { addSignInPages } from './pages/sign-in.tsx'
import { addSignUpPage } from './pages/sign-up.tsx'
import { addSitemaps } from './pages/sitemap.ts'
import { addStartPage } from './pages/start.tsx'
import { addSecurityHeaders } from './security-headers.ts'
import { serverOptions } from './server-options.ts'
import type { WebsiteAccounts, WebsiteCatalog } from './website-parts.ts'

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
