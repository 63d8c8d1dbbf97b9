// The strength of a password while it is typed. The server answers, because it decides in the end, and its word list is
// too large for a page.

import type { FastifyInstance } from 'fastify'
import { isAccountError } from '../../accounts/account-error.ts'
import { findOwnAccount } from '../../accounts/account-settings.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { judgePassword, minLengthFor, type PasswordOwner } from '../../accounts/sign-in/passwords.ts'
import { startStrengthThread } from '../../accounts/sign-in/strength-thread.ts'
import { messages } from '../messages/compiled/index.ts'
import { accountErrorText } from '../shell/account-error-text.ts'
import { readForm } from '../shell/form-input.ts'

const maxScore = 4

export function addPasswordStrengthRoute(app: FastifyInstance, context: AccountContext): void {
  app.addHook('onReady', async () => {
    startStrengthThread()
  })

  app.post('/password-strength', async (request, reply) => {
    const { password, name, email, minlength } = readForm(request, 'password', 'name', 'email', 'minlength')
    const account = request.session && (await findOwnAccount(context.database, request.session.accountId))
    const owner: PasswordOwner = account ?? {
      name,
      email: email === '' ? null : email,
      // The page of a reset link knows whose password it is; this route only hears how long it must be.
      hasTwoFactor: minlength === String(minLengthFor({ hasTwoFactor: true })),
    }
    const t = messages[request.locale].signIn
    const verdict = await judgePassword(password, owner)
    return reply.send(
      isAccountError(verdict)
        ? { score: 0, text: accountErrorText(request.locale, verdict) }
        : { score: verdict, text: verdict === maxScore ? t.strongPassword : t.goodPassword },
    )
  })
}
