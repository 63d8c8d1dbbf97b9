import type { FastifyInstance } from 'fastify'
import { type AccountError, isAccountError } from '../../../accounts/account-error.ts'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { reauthenticationNeeded } from '../../../accounts/sign-in/reauthentication.ts'
import { countRecoveryCodes } from '../../../accounts/sign-in/recovery-codes.ts'
import {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  disableTwoFactor,
  regenerateRecoveryCodes,
  type TwoFactorSetup,
} from '../../../accounts/sign-in/two-factor.ts'
import { Field, Form, type Problem, problemOf } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import {
  CodeField,
  ReauthenticationField,
  type RequiredCredential,
  readCredentials,
  reauthenticationProblem,
} from '../reauthentication.tsx'
import { recoveryCodesPage } from './recovery-codes-page.tsx'

const path = '/account/security/second-factor'

export function addSecondFactorPages(app: FastifyInstance, context: AccountContext): void {
  /** As it is now, with what was wrong at the form that was sent. */
  async function page(accountId: number, sent?: { form: 'on' | 'renew' | 'off'; refusal: AccountError }) {
    const account = await findOwnAccount(context.database, accountId)
    if (!account?.hasTwoFactor) {
      return offPage(await reauthenticationNeeded(context.database, accountId), sent?.refusal)
    }
    return onPage(await countRecoveryCodes(context.database, accountId), sent)
  }

  app.get(path, async (request, reply) => sendPage(request, reply, await page(sessionOf(request).accountId)))
  app.post(path, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const begun = await beginTwoFactorSetup(context, accountId, readCredentials(request), request.visitor)
    if (!isAccountError(begun)) return sendPage(request, reply, confirmPage(begun))
    return sendFormError(request, reply, begun, await page(accountId, { form: 'on', refusal: begun }))
  })
  app.post(`${path}/confirm`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { code } = readForm(request, 'code')
    const outcome = await confirmTwoFactorSetup(context, accountId, code, ownerActor(request.visitor))
    if (!isAccountError(outcome)) return sendPage(request, reply, recoveryCodesPage(outcome.recoveryCodes))
    if (outcome.error === 'unauthorized') {
      return sendFormError(request, reply, outcome, confirmPage(undefined, problemOf(outcome, 'code')))
    }
    return sendFormError(request, reply, outcome, await page(accountId, { form: 'on', refusal: outcome }))
  })
  app.post(`${path}/recovery-codes`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { code } = readForm(request, 'code')
    const outcome = await regenerateRecoveryCodes(context, accountId, code, request.visitor)
    if (!isAccountError(outcome)) return sendPage(request, reply, recoveryCodesPage(outcome.recoveryCodes))
    return sendFormError(request, reply, outcome, await page(accountId, { form: 'renew', refusal: outcome }))
  })
  app.post(`${path}/off`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const { code } = readForm(request, 'code')
    const refusal = await disableTwoFactor(context, accountId, code, request.visitor)
    if (!refusal) return redirect(reply, '/account/security', 'second-factor-off')
    return sendFormError(request, reply, refusal, await page(accountId, { form: 'off', refusal }))
  })
}

const back = (
  <p class="quiet">
    <a href="/account/security">Back to security</a>
  </p>
)

function offPage(needed: RequiredCredential, refusal?: AccountError): Page {
  return {
    title: 'Second factor',
    content: (
      <section class="narrow">
        <h1>Second factor</h1>
        <p>
          With it, signing in asks for six digits from an app on your phone as well. Whoever learns your
          password still does not get in.
        </p>
        <Form
          id="on"
          action={path}
          submit="Set it up"
          problem={refusal && reauthenticationProblem(refusal, needed)}
        >
          <ReauthenticationField needed={needed} />
        </Form>
        {back}
      </section>
    ),
  }
}

/** The picture is shown once; who types a wrong code has it in their app already. */
function confirmPage(begun: TwoFactorSetup | undefined, problem?: Problem): Page {
  return {
    title: 'Set up your app',
    content: (
      <section class="narrow">
        <h1>Set up your app</h1>
        {begun && (
          <>
            <p>Scan this with an app for six-digit codes, such as Aegis, 2FAS or Google Authenticator.</p>
            <img
              class="qr"
              width="220"
              height="220"
              alt="QR code with the secret of your second factor"
              src={`data:image/svg+xml;base64,${Buffer.from(begun.qrSvg).toString('base64')}`}
            />
            <details>
              <summary>You cannot scan it?</summary>
              <p>Type this into your app, as a code that changes with time:</p>
              <p>
                <code class="secret">{begun.secret}</code>
              </p>
            </details>
          </>
        )}
        <Form id="confirm" action={`${path}/confirm`} submit="Switch it on" problem={problem}>
          <Field
            name="code"
            label="The six digits it shows"
            autocomplete="one-time-code"
            inputmode="numeric"
            maxlength={10}
          />
        </Form>
        <p class="quiet">
          <a href={path}>Begin again</a>
        </p>
      </section>
    ),
  }
}

function onPage(codesLeft: number, sent?: { form: string; refusal: AccountError }): Page {
  const problem = (form: string) =>
    sent?.form === form
      ? problemOf(sent.refusal, sent.refusal.error === 'unauthorized' ? 'code' : undefined)
      : undefined
  return {
    title: 'Second factor',
    content: (
      <section class="narrow">
        <h1>
          Second factor <span class="tag good">on</span>
        </h1>
        <p>Signing in asks for six digits from your app.</p>
        <h2>Recovery codes</h2>
        <p class={codesLeft < 3 ? 'callout' : undefined}>
          {codesLeft === 1 ? 'One code is left.' : `${codesLeft} codes are left.`} New ones take the place of
          all before them.
        </p>
        <Form
          id="renew"
          action={`${path}/recovery-codes`}
          submit="Make new codes"
          variant="quiet"
          problem={problem('renew')}
        >
          <CodeField />
        </Form>
        <h2>Switch it off</h2>
        <p>Your recovery codes go with it.</p>
        <Form
          id="off"
          action={`${path}/off`}
          submit="Switch it off"
          variant="danger"
          problem={problem('off')}
        >
          <CodeField />
        </Form>
        {back}
      </section>
    ),
  }
}
