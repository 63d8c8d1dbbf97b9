import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountError, isAccountError } from '../../accounts/account-error.ts'
import { isAccountName } from '../../accounts/accounts.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { isEmail } from '../../accounts/email/email-address.ts'
import { minLengthFor } from '../../accounts/sign-in/passwords.ts'
import { signUp } from '../../accounts/sign-in/sign-up.ts'
import { Code } from '../components/code.tsx'
import { Icon } from '../components/icon.tsx'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { Field, Form, type Problem, passwordFieldScript, problemOf } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { type Page, redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { startSession } from '../shell/session-middleware.ts'
import { AuthCard } from './auth-card.tsx'
import { Or, ProviderButtons } from './provider-buttons.tsx'

interface SignUpProps {
  values?: { name: string; email: string }
  problem?: Problem
}

export function addSignUpPage(app: FastifyInstance, context: AccountContext, apiUrl: string): void {
  const page = ({ locale }: FastifyRequest, props: SignUpProps): Page => ({
    title: messages[locale].signIn.signUp.title,
    scripts: [passwordFieldScript],
    footer: 'slim',
    content: <SignUp {...props} context={context} apiUrl={apiUrl} />,
  })

  app.get('/sign-up', (request, reply) =>
    request.session ? redirect(reply, '/account') : sendPage(request, reply, page(request, {})),
  )
  app.post('/sign-up', async (request, reply) => {
    const values = readForm(request, 'name', 'email', 'password')
    const outcome = await signUp(context, { ...values, locale: request.locale }, request.visitor)
    if (isAccountError(outcome)) {
      const problem = problemOf(outcome, invalidField(outcome, values))
      return sendFormError(request, reply, outcome, page(request, { values, problem }))
    }
    const flash = values.email.trim() === '' ? 'signed-up' : 'signed-up-confirm'
    return startSession(request, reply, context.database, outcome, flash)
  })
}

/** Checks the fields in the same order as `signUp`. */
function invalidField(
  { error }: AccountError,
  { name, email }: { name: string; email: string },
): string | undefined {
  if (error === 'taken') return 'name'
  if (error !== 'invalid') return undefined
  if (!isAccountName(name.trim().toLowerCase())) return 'name'
  return email.trim() !== '' && !isEmail(email.trim()) ? 'email' : 'password'
}

const minLength = minLengthFor({ hasTwoFactor: false })

function SignUp({
  values,
  problem,
  context,
  apiUrl,
}: SignUpProps & { context: AccountContext; apiUrl: string }) {
  const t = useMessages('signIn')
  return (
    <AuthCard
      title={t.signUp.title}
      lead={
        <>
          {t.signUp.lead} <a href="/sign-in">{t.signUp.signIn}</a>
        </>
      }
      side={<Benefits apiUrl={apiUrl} />}
    >
      <Form id="sign-up" action="/sign-up" submit={t.signUp.submit} problem={problem} isBlock focusesField>
        {context.isMailEnabled && (
          <Field
            name="email"
            label={t.email}
            type="email"
            value={values?.email ?? ''}
            autocomplete="email"
            required={false}
            maxlength={254}
            hint={t.signUp.emailHint}
          />
        )}
        <Field
          name="name"
          label={t.username}
          value={values?.name ?? ''}
          autocomplete="username"
          maxlength={63}
          hint={t.signUp.usernameHint}
        />
        <Field
          name="password"
          label={t.password}
          type="password"
          autocomplete="new-password"
          minlength={minLength}
          hint={t.newPasswordHint({ minLength })}
        />
      </Form>
      {context.providers.list.length > 0 && <Or />}
      <ProviderButtons providers={context.providers.list} />
    </AuthCard>
  )
}

function Benefits({ apiUrl }: { apiUrl: string }) {
  const t = useMessages('signIn').signUp
  const request = `curl -H "Authorization: Bearer $LARDER_KEY" \\\n  "${apiUrl}/search?q=greek+yogurt"`
  return (
    <aside class="stack auth-side">
      <h2>{t.benefits}</h2>
      <ul class="ticks">
        {[t.keyBenefit, t.usageBenefit, t.dataBenefit].map(({ title, text }) => (
          <li key={title}>
            <Icon name="check" />
            <span>
              <b>{title}</b> {text}
            </span>
          </li>
        ))}
      </ul>
      <Code name={t.firstRequest} text={request} />
    </aside>
  )
}
