import type { FastifyInstance } from 'fastify'
import { type AccountError, isAccountError } from '../../accounts/account-error.ts'
import { isAccountName } from '../../accounts/accounts.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { isEmail } from '../../accounts/email/email-address.ts'
import { minLengthFor } from '../../accounts/sign-in/passwords.ts'
import { signUp } from '../../accounts/sign-in/sign-up.ts'
import { Field, Form, newPasswordPage, type Problem, problemOf } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { startSession } from '../shell/session-middleware.ts'
import { ProviderButtons } from './provider-buttons.tsx'

interface SignUpProps {
  values?: { name: string; email: string }
  problem?: Problem
}

export function addSignUpPage(app: FastifyInstance, context: AccountContext): void {
  const page = (props: SignUpProps) => ({
    title: 'Create account',
    ...newPasswordPage,
    content: <SignUp {...props} context={context} />,
  })

  app.get('/sign-up', (request, reply) =>
    request.session ? redirect(reply, '/account') : sendPage(request, reply, page({})),
  )
  app.post('/sign-up', async (request, reply) => {
    const values = readForm(request, 'name', 'email', 'password')
    const outcome = await signUp(context, values, request.visitor)
    if (isAccountError(outcome)) {
      const problem = problemOf(outcome, invalidField(outcome, values))
      return sendFormError(request, reply, outcome, page({ values, problem }))
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

function SignUp({ values, problem, context }: SignUpProps & { context: AccountContext }) {
  return (
    <section class="narrow">
      <h1>Create account</h1>
      <p>A free account gives you API keys and usage statistics. No credit card required.</p>
      <Form id="sign-up" action="/sign-up" submit="Create account" problem={problem}>
        <Field
          name="name"
          label="Username"
          value={values?.name ?? ''}
          autocomplete="username"
          maxlength={63}
          hint="Lowercase letters, digits, dots and hyphens."
        />
        {context.isMailEnabled && (
          <Field
            name="email"
            label="E-mail"
            type="email"
            value={values?.email ?? ''}
            autocomplete="email"
            required={false}
            maxlength={254}
            hint="Only used to reset your password."
          />
        )}
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          minlength={minLength}
          hint={`At least ${minLength} characters. Several random words make a strong password.`}
        />
      </Form>
      <ProviderButtons providers={context.providers.list} />
      <p class="quiet">
        Already have an account? <a href="/sign-in">Sign in</a>
      </p>
    </section>
  )
}
