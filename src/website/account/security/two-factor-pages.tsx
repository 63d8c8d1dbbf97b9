import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../../accounts/account-error.ts'
import { findOwnAccount } from '../../../accounts/account-settings.ts'
import { ownerActor } from '../../../accounts/client-info.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import { countRecoveryCodes } from '../../../accounts/sign-in/recovery-codes.ts'
import {
  beginTwoFactorSetup,
  confirmTwoFactorSetup,
  disableTwoFactor,
  enableTwoFactorWithPasskeys,
  findSecondFactors,
  regenerateRecoveryCodes,
  type SecondFactors,
  type TwoFactorSetup,
} from '../../../accounts/sign-in/two-factor.ts'
import { Field, Form, type Problem, problemOf } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { keepDeviceTrusted, sessionOf } from '../../shell/session-middleware.ts'
import {
  type Confirmation,
  Confirmed,
  confirmationScripts,
  findConfirmation,
  ReauthenticationField,
  readCredentials,
  reauthenticationProblem,
} from '../reauthentication.tsx'
import { accessReviewPath } from './access-review-page.tsx'
import { recoveryCodesPage } from './recovery-codes-page.tsx'

const path = '/account/security/second-factor'

interface FailedSubmission {
  form: 'enable' | 'enable-passkeys' | 'regenerate' | 'disable'
  error: AccountError
}

export function addTwoFactorPages(app: FastifyInstance, context: AccountContext): void {
  /** The page in its current state, with the error shown at the submitted form. */
  async function page(request: FastifyRequest, failed?: FailedSubmission) {
    const { accountId } = sessionOf(request)
    const account = await findOwnAccount(context.database, accountId)
    const by = await findConfirmation(context, request)
    if (!account?.hasTwoFactor) return disabledPage(by, failed)
    const factors = await findSecondFactors(context.database, accountId)
    return enabledPage(by, factors, await countRecoveryCodes(context.database, accountId), failed)
  }

  app.get(path, async (request, reply) => sendPage(request, reply, await page(request)))
  app.post(path, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const setup = await beginTwoFactorSetup(context, accountId, readCredentials(request), request.visitor)
    if (!isAccountError(setup)) return sendPage(request, reply, confirmPage(setup))
    return sendFormError(request, reply, setup, await page(request, { form: 'enable', error: setup }))
  })
  app.post(`${path}/passkeys`, async (request, reply) => {
    const { accountId, id: sessionId } = sessionOf(request)
    const session = { accountId, sessionId }
    const credentials = readCredentials(request)
    const outcome = await enableTwoFactorWithPasskeys(context, session, credentials, request.visitor)
    if (!isAccountError(outcome)) {
      await keepDeviceTrusted(reply, context, accountId)
      return sendPage(request, reply, recoveryCodesPage(outcome.recoveryCodes))
    }
    const failed = { form: 'enable-passkeys' as const, error: outcome }
    return sendFormError(request, reply, outcome, await page(request, failed))
  })
  app.post(`${path}/confirm`, async (request, reply) => {
    const { accountId, id: sessionId } = sessionOf(request)
    const { code } = readForm(request, 'code')
    const by = ownerActor(request.visitor)
    const outcome = await confirmTwoFactorSetup(context, { accountId, sessionId }, code, by)
    if (!isAccountError(outcome)) {
      await keepDeviceTrusted(reply, context, accountId)
      return sendPage(request, reply, recoveryCodesPage(outcome.recoveryCodes))
    }
    if (outcome.error === 'unauthorized') {
      return sendFormError(request, reply, outcome, confirmPage(undefined, problemOf(outcome, 'code')))
    }
    return sendFormError(request, reply, outcome, await page(request, { form: 'enable', error: outcome }))
  })
  app.post(`${path}/recovery-codes`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const credentials = readCredentials(request)
    const outcome = await regenerateRecoveryCodes(context, accountId, credentials, request.visitor)
    if (!isAccountError(outcome)) return sendPage(request, reply, recoveryCodesPage(outcome.recoveryCodes))
    return sendFormError(request, reply, outcome, await page(request, { form: 'regenerate', error: outcome }))
  })
  app.post(`${path}/off`, async (request, reply) => {
    const { accountId, id: sessionId } = sessionOf(request)
    const session = { accountId, sessionId }
    const error = await disableTwoFactor(context, session, readCredentials(request), request.visitor)
    if (!error) {
      await keepDeviceTrusted(reply, context, accountId)
      return redirect(reply, accessReviewPath, 'two-factor-off')
    }
    return sendFormError(request, reply, error, await page(request, { form: 'disable', error }))
  })
}

const backLink = (
  <p class="quiet">
    <a href="/account/security">Back to security</a>
  </p>
)

function problemAt(form: FailedSubmission['form'], by: Confirmation, failed?: FailedSubmission) {
  return failed?.form === form ? reauthenticationProblem(failed.error, by) : undefined
}

function disabledPage(by: Confirmation, failed?: FailedSubmission): Page {
  return {
    title: 'Two-factor authentication',
    scripts: confirmationScripts(by),
    content: (
      <section class="narrow">
        <h1>Two-factor authentication</h1>
        <p>
          Protect your account with a second step at sign-in: a 6-digit code from an authenticator app on your
          phone{by.hasPasskey && ', or one of your passkeys'}.
        </p>
        <Confirmed by={by} returnTo={path}>
          <Form id="enable" action={path} submit="Set up" problem={problemAt('enable', by, failed)}>
            <ReauthenticationField by={by} />
          </Form>
          {by.hasPasskey && (
            <>
              <h2>Without an app</h2>
              <p>
                After your password or provider, you confirm with one of your passkeys. You get recovery codes
                for when you lose them.
              </p>
              <Form
                id="enable-passkeys"
                action={`${path}/passkeys`}
                submit="Turn on with passkeys"
                variant="quiet"
                problem={problemAt('enable-passkeys', by, failed)}
              >
                <ReauthenticationField by={by} />
              </Form>
            </>
          )}
        </Confirmed>
        {backLink}
      </section>
    ),
  }
}

/** The QR code is shown only once: after a wrong code, the app has already been set up with it. */
function confirmPage(setup: TwoFactorSetup | undefined, problem?: Problem): Page {
  return {
    title: 'Set up two-factor authentication',
    content: (
      <section class="narrow">
        <h1>Set up two-factor authentication</h1>
        {setup && (
          <>
            <p>Scan this QR code with an authenticator app, such as Aegis, 2FAS or Google Authenticator.</p>
            <img
              class="qr"
              width="220"
              height="220"
              alt="QR code for your authenticator app"
              src={`data:image/svg+xml;base64,${Buffer.from(setup.qrSvg).toString('base64')}`}
            />
            <details>
              <summary>Can’t scan the QR code?</summary>
              <p>Enter this setup key in your app and choose “time-based”:</p>
              <p>
                <code class="secret">{setup.secret}</code>
              </p>
            </details>
          </>
        )}
        <Form id="confirm" action={`${path}/confirm`} submit="Turn on" problem={problem}>
          <Field
            name="code"
            label="6-digit code"
            autocomplete="one-time-code"
            inputmode="numeric"
            maxlength={10}
          />
        </Form>
        <p class="quiet">
          <a href={path}>Start over</a>
        </p>
      </section>
    ),
  }
}

function enabledPage(
  by: Confirmation,
  { hasApp, hasPasskey }: SecondFactors,
  remainingCodes: number,
  failed?: FailedSubmission,
): Page {
  const factor = hasApp
    ? `a code from your authenticator app${hasPasskey ? ' or one of your passkeys' : ''}`
    : 'one of your passkeys'
  return {
    title: 'Two-factor authentication',
    scripts: confirmationScripts(by),
    content: (
      <section class="narrow">
        <h1>
          Two-factor authentication <span class="tag good">on</span>
        </h1>
        <p>You need {factor} to sign in.</p>
        <Confirmed by={by} returnTo={path}>
          <h2>Recovery codes</h2>
          <p class={remainingCodes < 3 ? 'callout' : undefined}>
            {remainingCodes === 1 ? '1 code left.' : `${remainingCodes} codes left.`} Generating new codes
            invalidates the old ones.
          </p>
          <Form
            id="regenerate"
            action={`${path}/recovery-codes`}
            submit="Generate new codes"
            variant="quiet"
            problem={problemAt('regenerate', by, failed)}
          >
            <ReauthenticationField by={by} />
          </Form>
          <h2>Turn off two-factor authentication</h2>
          <p>Your recovery codes will be deleted.</p>
          <Form
            id="disable"
            action={`${path}/off`}
            submit="Turn off"
            variant="danger"
            problem={problemAt('disable', by, failed)}
          >
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
        {backLink}
      </section>
    ),
  }
}
