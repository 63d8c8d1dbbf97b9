import type { FastifyInstance } from 'fastify'
import { listIdentities, unlinkIdentity } from '../../../accounts/identities.ts'
import type { AccountParts } from '../../../accounts/parts.ts'
import { proofNeeded } from '../../../accounts/proof.ts'
import { isRefusal, type Refusal } from '../../../accounts/refusal.ts'
import { startLinking } from '../../../accounts/third-party.ts'
import { cookieNames, setCookie } from '../../shell/cookies.ts'
import { showNotFound } from '../../shell/error-pages.tsx'
import { Form } from '../../shell/form.tsx'
import { readParam } from '../../shell/form-input.ts'
import { leaveFor, type Page, seeOther, show, showRefused } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { nameOf } from '../../sign-in/provider-pages.tsx'
import { ProofField, proofProblem, readProof } from '../reauthentication.tsx'

const path = '/account/security/providers/:provider'

export function addLinkedProviderPages(app: FastifyInstance, parts: AccountParts): void {
  /** Undefined: there is no such provider, and none is linked. */
  async function page(accountId: number, provider: string, refusal?: Refusal): Promise<Page | undefined> {
    const identities = await listIdentities(parts.database, accountId)
    const isLinked = identities.some(identity => identity.provider === provider)
    if (!isLinked && !parts.providers.has(provider)) return undefined
    const needed = await proofNeeded(parts.database, accountId)
    const name = nameOf(parts, provider)
    const title = isLinked ? `Unlink ${name}` : `Link ${name}`
    return {
      title,
      content: (
        <section class="narrow">
          <h1>{title}</h1>
          <p>
            {isLinked
              ? `You can then no longer sign in with ${name}.`
              : `You can then sign in with ${name} as well. We learn who you are there and your e-mail address, nothing else.`}
          </p>
          <Form
            id="provider"
            action={`/account/security/providers/${provider}/${isLinked ? 'unlink' : 'link'}`}
            submit={title}
            look={isLinked ? 'danger' : undefined}
            problem={refusal && proofProblem(refusal, needed)}
          >
            <ProofField needed={needed} />
          </Form>
          <p class="quiet">
            <a href="/account/security">Back to security</a>
          </p>
        </section>
      ),
    }
  }

  app.get(path, async (request, reply) => {
    const found = await page(sessionOf(request).accountId, readParam(request, 'provider'))
    return found ? show(request, reply, found) : showNotFound(request, reply)
  })
  app.post(`${path}/link`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const provider = readParam(request, 'provider')
    const outcome = await startLinking(parts, provider, accountId, readProof(request), request.visitor)
    if (isRefusal(outcome)) {
      const refused = await page(accountId, provider, outcome)
      return refused ? showRefused(request, reply, outcome, refused) : showNotFound(request, reply)
    }
    setCookie(reply, cookieNames.providerState, outcome.state)
    return leaveFor(request, reply, outcome.url, nameOf(parts, provider))
  })
  app.post(`${path}/unlink`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const provider = readParam(request, 'provider')
    const refusal = await unlinkIdentity(parts, accountId, provider, readProof(request), request.visitor)
    if (!refusal) return seeOther(reply, '/account/security', 'provider-unlinked')
    const refused = await page(accountId, provider, refusal)
    return refused ? showRefused(request, reply, refusal, refused) : showNotFound(request, reply)
  })
}
