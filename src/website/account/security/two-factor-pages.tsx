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
import { Icon } from '../../components/icon.tsx'
import { messages } from '../../messages/compiled/index.ts'
import { Field, Form, type Problem, problemOf } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../../shell/responses.tsx'
import { keepDeviceTrusted, sessionOf } from '../../shell/session-middleware.ts'
import { AccountForm } from '../account-form.tsx'
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
    if (!account?.hasTwoFactor) return disabledPage(request, by, failed)
    const factors = await findSecondFactors(context.database, accountId)
    const remaining = await countRecoveryCodes(context.database, accountId)
    return enabledPage(request, by, factors, remaining, failed)
  }

  app.get(path, async (request, reply) => sendPage(request, reply, await page(request)))
  app.post(path, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const setup = await beginTwoFactorSetup(context, accountId, readCredentials(request), request.visitor)
    if (!isAccountError(setup)) return sendPage(request, reply, confirmPage(request, setup))
    return sendFormError(request, reply, setup, await page(request, { form: 'enable', error: setup }))
  })
  app.post(`${path}/passkeys`, async (request, reply) => {
    const { accountId, id: sessionId } = sessionOf(request)
    const session = { accountId, sessionId }
    const credentials = readCredentials(request)
    const outcome = await enableTwoFactorWithPasskeys(context, session, credentials, request.visitor)
    if (!isAccountError(outcome)) {
      await keepDeviceTrusted(reply, context, accountId)
      return sendPage(request, reply, recoveryCodesPage(request.locale, outcome.recoveryCodes))
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
      return sendPage(request, reply, recoveryCodesPage(request.locale, outcome.recoveryCodes))
    }
    if (outcome.error === 'unauthorized') {
      return sendFormError(
        request,
        reply,
        outcome,
        confirmPage(request, undefined, problemOf(outcome, 'code')),
      )
    }
    return sendFormError(request, reply, outcome, await page(request, { form: 'enable', error: outcome }))
  })
  app.post(`${path}/recovery-codes`, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const credentials = readCredentials(request)
    const outcome = await regenerateRecoveryCodes(context, accountId, credentials, request.visitor)
    if (!isAccountError(outcome))
      return sendPage(request, reply, recoveryCodesPage(request.locale, outcome.recoveryCodes))
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

function problemAt(form: FailedSubmission['form'], by: Confirmation, failed?: FailedSubmission) {
  return failed?.form === form ? reauthenticationProblem(failed.error, by) : undefined
}

function disabledPage({ locale }: FastifyRequest, by: Confirmation, failed?: FailedSubmission): Page {
  const { twoFactorPage: t, ...security } = messages[locale].security
  return {
    title: security.twoFactor,
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <AccountForm
        title={security.twoFactor}
        lead={by.hasPasskey ? t.leadWithPasskey : t.lead}
        back="/account/security"
        backName={security.back}
      >
        <Confirmed by={by} returnTo={path}>
          <Form id="enable" action={path} submit={t.setUp} problem={problemAt('enable', by, failed)}>
            <ReauthenticationField by={by} />
          </Form>
          {by.hasPasskey && (
            <>
              <h2 class="h-s section-top">{t.withoutApp}</h2>
              <p>{t.withoutAppLead}</p>
              <Form
                id="enable-passkeys"
                action={`${path}/passkeys`}
                submit={t.turnOnWithPasskeys}
                variant="quiet"
                problem={problemAt('enable-passkeys', by, failed)}
              >
                <ReauthenticationField by={by} />
              </Form>
            </>
          )}
        </Confirmed>
      </AccountForm>
    ),
  }
}

/** The QR code is shown only once: after a wrong code, the app has already been set up with it. */
function confirmPage({ locale }: FastifyRequest, setup: TwoFactorSetup | undefined, problem?: Problem): Page {
  const { twoFactorPage: t } = messages[locale].security
  return {
    title: t.setupTitle,
    area: 'app',
    content: (
      <AccountForm title={t.setupTitle} lead={setup && t.scan} back={path} backName={t.startOver}>
        {setup && (
          <>
            <img
              class="qr"
              width="220"
              height="220"
              alt={t.qrCode}
              src={`data:image/svg+xml;base64,${Buffer.from(setup.qrSvg).toString('base64')}`}
            />
            <details class="disclose">
              <summary>
                <Icon name="chevron-right" small />
                {t.cannotScan}
              </summary>
              <div class="stack-s">
                <p>{t.enterKey}</p>
                <p>
                  <code class="setup-key">{setup.secret}</code>
                </p>
              </div>
            </details>
          </>
        )}
        <Form id="confirm" action={`${path}/confirm`} submit={t.turnOn} problem={problem}>
          <Field name="code" label={t.code} autocomplete="one-time-code" inputmode="numeric" maxlength={10} />
        </Form>
      </AccountForm>
    ),
  }
}

function enabledPage(
  { locale }: FastifyRequest,
  by: Confirmation,
  { hasApp, hasPasskey }: SecondFactors,
  remainingCodes: number,
  failed?: FailedSubmission,
): Page {
  const { twoFactorPage: t, ...security } = messages[locale].security
  const isLow = remainingCodes < 3
  return {
    title: security.twoFactor,
    area: 'app',
    scripts: confirmationScripts(by),
    content: (
      <AccountForm
        title={
          <>
            {security.twoFactor} <span class="badge badge-ok">{security.on}</span>
          </>
        }
        lead={hasApp ? (hasPasskey ? t.needAppOrPasskey : t.needApp) : t.needPasskey}
        back="/account/security"
        backName={security.back}
      >
        <Confirmed by={by} returnTo={path}>
          <h2 class="h-s">{t.recoveryCodes}</h2>
          <div class={isLow ? 'note note-partly' : undefined}>
            {isLow && <Icon name="triangle-alert" />}
            <p>
              {t.codesLeft({ count: remainingCodes })} {t.newCodesReplace}
            </p>
          </div>
          <Form
            id="regenerate"
            action={`${path}/recovery-codes`}
            submit={t.generate}
            variant="quiet"
            problem={problemAt('regenerate', by, failed)}
          >
            <ReauthenticationField by={by} />
          </Form>
          <h2 class="h-s section-top">{t.turnOffTitle}</h2>
          <p>{t.turnOffLead}</p>
          <Form
            id="disable"
            action={`${path}/off`}
            submit={t.turnOff}
            variant="danger"
            problem={problemAt('disable', by, failed)}
          >
            <ReauthenticationField by={by} />
          </Form>
        </Confirmed>
      </AccountForm>
    ),
  }
}
