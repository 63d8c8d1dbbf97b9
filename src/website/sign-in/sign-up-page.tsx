import type { FastifyInstance } from 'fastify'
import { type AccountError, isAccountError } from '../../accounts/account-error.ts'
import { isAccountName } from '../../accounts/accounts.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { isEmail } from '../../accounts/email/email-address.ts'
import { signUp } from '../../accounts/sign-in/sign-up.ts'
import { Field, Form, type Problem, problemOf } from '../shell/form.tsx'
import { readForm } from '../shell/form-input.ts'
import { redirect, sendFormError, sendPage } from '../shell/responses.tsx'
import { startSession } from '../shell/session-middleware.ts'
import { ProviderButtons } from './provider-buttons.tsx'

interface SignUpProps {
  typed?: { name: string; email: string }
  problem?: Problem
}

export function addSignUpPage(app: FastifyInstance, context: AccountContext): void {
  const page = (props: SignUpProps) => ({
    title: 'Sign up',
    content: <SignUp {...props} context={context} />,
  })

  app.get('/sign-up', (request, reply) =>
    request.session ? redirect(reply, '/account') : sendPage(request, reply, page({})),
  )
  app.post('/sign-up', async (request, reply) => {
    const typed = readForm(request, 'name', 'email', 'password')
    const outcome = await signUp(context, typed, request.visitor)
    if (isAccountError(outcome)) {
      const problem = problemOf(outcome, fieldOf(outcome, typed))
      return sendFormError(request, reply, outcome, page({ typed, problem }))
    }
    const flash = typed.email.trim() === '' ? 'signed-up' : 'signed-up-confirm'
    return startSession(request, reply, context.database, outcome, flash)
  })
}

/** In the order in which they are judged. */
function fieldOf(
  { error }: AccountError,
  { name, email }: { name: string; email: string },
): string | undefined {
  if (error === 'taken') return 'name'
  if (error !== 'invalid') return undefined
  if (!isAccountName(name.trim().toLowerCase())) return 'name'
  return email.trim() !== '' && !isEmail(email.trim()) ? 'email' : 'password'
}

function SignUp({ typed, problem, context }: SignUpProps & { context: AccountContext }) {
  return (
    <section class="narrow">
      <h1>Sign up</h1>
      <p>A free account gets you keys and shows you what they do. No card needed.</p>
      <Form id="sign-up" action="/sign-up" submit="Sign up" problem={problem}>
        <Field
          name="name"
          label="Name"
          value={typed?.name ?? ''}
          autocomplete="username"
          maxlength={63}
          hint="Small letters, digits, dots, hyphens. You sign in with it."
        />
        {context.mailer && (
          <Field
            name="email"
            label="E-mail"
            type="email"
            value={typed?.email ?? ''}
            autocomplete="email"
            required={false}
            maxlength={254}
            hint="For a new password when you forget yours, and for nothing else."
          />
        )}
        <Field
          name="password"
          label="Password"
          type="password"
          autocomplete="new-password"
          hint="At least 15 characters. A few words in a row are easy to remember."
        />
      </Form>
      <ProviderButtons providers={context.providers.list} />
      <p class="quiet">
        You have an account? <a href="/sign-in">Sign in</a>
      </p>
    </section>
  )
}
