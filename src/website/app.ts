// Assembles the website: hooks for every request, then all pages.
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { redactKeys } from '../accounts/api-keys/key-format.ts'
import { createAddressReader } from '../platform/http/client-address.ts'
import { closeStalledConnections } from '../platform/http/connections.ts'
import { closeConnectionsOnShutdown } from '../platform/http/graceful-shutdown.ts'
import type { RequestLine } from '../platform/logging/request-logger.ts'
import { addActivityPage } from './account/activity-page.tsx'
import { addKeyListPages } from './account/api-keys/key-list-pages.tsx'
import { addKeyPages } from './account/api-keys/key-pages.tsx'
import { addPlanPages } from './account/billing/plan-pages.tsx'
import { addOverviewPage } from './account/overview-page.tsx'
import { addAccessReviewPage } from './account/security/access-review-page.tsx'
import { addConfirmPages } from './account/security/confirm-pages.tsx'
import { addLinkedProviderPages } from './account/security/linked-provider-pages.tsx'
import { addPasskeyPages } from './account/security/passkey-pages.tsx'
import { addPasswordPage } from './account/security/password-page.tsx'
import { addSecurityPage } from './account/security/security-page.tsx'
import { addTwoFactorPages } from './account/security/two-factor-pages.tsx'
import { addDataPages } from './account/settings/data-pages.tsx'
import { addEmailPage } from './account/settings/email-page.tsx'
import { addSettingsPage } from './account/settings/settings-page.tsx'
import { addUsagePage } from './account/usage/usage-page.tsx'
import type { WebsiteContext } from './context.ts'
import { addLlmsTxt } from './docs/llms-txt.ts'
import { addPages } from './pages.ts'
import { addLegalPages } from './public/legal-pages.tsx'
import { addSecurityTxt } from './public/security-txt.ts'
import { addAssets } from './shell/assets.tsx'
import { csrfProtection } from './shell/csrf.tsx'
import { handleError, sendNotFound } from './shell/error-pages.tsx'
import { addCatalogSources, addLegalLinks, addPackLink } from './shell/footer-links.ts'
import { addHealthRoute } from './shell/health.ts'
import { addPageCache } from './shell/page-cache.ts'
import { addPageBudget, addPageTurns } from './shell/page-limits.tsx'
import { createPageSemaphore } from './shell/page-semaphore.ts'
import { addLabelRoute, addPageVariant, addThemeRoute } from './shell/page-variant.ts'
import { addSecurityHeaders, finishResponses } from './shell/security-headers.ts'
import { rejectMalformedMessages, serverOptions } from './shell/server-options.ts'
import { addSessionMiddleware, addVisitor, requireSession } from './shell/session-middleware.ts'
import { addCancelEmailChangePage } from './sign-in/cancel-email-change-page.tsx'
import { addConfirmEmailPage } from './sign-in/confirm-email-page.tsx'
import { addPasskeySignInPages } from './sign-in/passkey-pages.tsx'
import { addPasswordResetPages } from './sign-in/password-reset-pages.tsx'
import { addPasswordStrengthRoute } from './sign-in/password-strength-route.ts'
import { addProviderPages } from './sign-in/provider-pages.tsx'
import { addSignInPages } from './sign-in/sign-in-pages.tsx'
import { addSignUpPage } from './sign-in/sign-up-page.tsx'
import { addSitemaps } from './sitemap/sitemap.ts'

// As many as keep one processor busy while others wait for the database.
const pagesAlone = { maxRunning: 8, rest: 0 }
// An API request waits for two pages at most, and finds the event loop free most of the time.
const pagesBesideApi = { maxRunning: 2, rest: 3 }

export async function createWebsite(context: WebsiteContext): Promise<FastifyInstance> {
  const { accounts, catalog } = context
  const app: FastifyInstance = Fastify({ ...serverOptions, loggerInstance: context.logger })
  closeStalledConnections(app.server)
  closeConnectionsOnShutdown(app, context.stopping)

  await app.register(cookie)
  await app.register(formbody)
  addSecurityHeaders(app, catalog)
  app.decorate('websiteUrl', catalog.websiteUrl)
  rejectMalformedMessages(app)
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode, elapsedTime } = reply
    context.metrics.countRequest(
      'website',
      callerKind(request),
      request.routeOptions.url,
      statusCode,
      elapsedTime,
    )
    context.logRequest(lineOf(request, reply))
    done()
  })
  app.setErrorHandler(handleError)
  addCatalogSources(app, catalog.stats)
  await addPackLink(app, context.packs)
  await addLegalLinks(app, context.operator.legal)
  addAssets(app)
  addHealthRoute(app, context.stopping)

  const pageLimits = {
    limiter: catalog.limiter,
    pagesPerMinute: context.pagesPerMinute,
    semaphore: createPageSemaphore(context.sharesProcessWithApi ? pagesBesideApi : pagesAlone),
    onShed: context.metrics.countOverload,
  }
  addPageVariant(app)
  addVisitor(app, createAddressReader(context.trustedProxies))
  addPageBudget(app, pageLimits)
  addSessionMiddleware(app, accounts)
  app.addHook('preHandler', csrfProtection(accounts.websiteUrl))
  addPageCache(app, catalog.cache, context.stopping)
  addPageTurns(app, pageLimits)
  finishResponses(app)
  app.setNotFoundHandler(sendNotFound)

  addThemeRoute(app, catalog.websiteUrl)
  addLabelRoute(app, catalog.websiteUrl)
  addPages(app, context)
  addSitemaps(app, catalog, pageLimits)
  addLlmsTxt(app, catalog)
  addLegalPages(app, context)
  addSecurityTxt(app, context)
  addSignUpPage(app, accounts, catalog.apiUrl)
  addSignInPages(app, accounts)
  addPasskeySignInPages(app, accounts)
  addProviderPages(app, accounts)
  addPasswordResetPages(app, accounts)
  addPasswordStrengthRoute(app, accounts)
  addConfirmEmailPage(app, accounts)
  addCancelEmailChangePage(app, accounts)

  await app.register(async account => {
    account.addHook('preHandler', requireSession)
    addOverviewPage(account, accounts, catalog, context)
    addKeyListPages(account, accounts, catalog, context.requestsPerMinute)
    addKeyPages(account, accounts, catalog, context.requestsPerMinute)
    addUsagePage(account, accounts, context)
    addPlanPages(account, accounts, catalog, context.requestsPerMinute)
    addSecurityPage(account, accounts)
    addAccessReviewPage(account, accounts)
    addPasswordPage(account, accounts)
    addTwoFactorPages(account, accounts)
    addPasskeyPages(account, accounts)
    addConfirmPages(account, accounts)
    addLinkedProviderPages(account, accounts)
    addActivityPage(account, accounts)
    addSettingsPage(account, accounts)
    addEmailPage(account, accounts)
    addDataPages(account, accounts)
  })
  return app
}

/** Public pages do not load the session, so their callers always count as visitors. */
const callerKind = ({ session }: FastifyRequest): string => (session ? 'account' : 'visitor')

const maxLoggedPathLength = 500

/** Omits the query string: e-mail links and OAuth callbacks carry secrets in it. */
function lineOf(request: FastifyRequest, reply: FastifyReply): RequestLine {
  return {
    requestId: request.id,
    server: 'website',
    method: request.method,
    path: redactKeys(request.url.replace(/\?.*/s, '').slice(0, maxLoggedPathLength)),
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    clientIp: request.visitor?.ipAddress,
    accountId: request.session?.accountId,
  }
}
