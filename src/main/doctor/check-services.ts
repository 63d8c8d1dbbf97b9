// The services that a node may use: mail and billing.
import { verifyMailServer } from '../../accounts/email/mailer.ts'
import { describeCause } from '../commands/errors.ts'
import type { Config } from '../config.ts'
import { type Finding, findingsOf } from './finding.ts'

export async function checkMail({ SMTP_URL }: Config): Promise<Finding[]> {
  const { ok, problem } = findingsOf('mail')
  if (SMTP_URL === undefined) return [ok('not set up: SMTP_URL is empty')]
  const { host } = new URL(SMTP_URL)
  try {
    await verifyMailServer(SMTP_URL)
    return [ok(`${host} accepts mail`)]
  } catch (error) {
    return [problem(`${host}: ${describeCause(error, 'SMTP_URL')}`)]
  }
}

export function checkBilling({ STRIPE_SECRET_KEY }: Config): Finding[] {
  const { ok } = findingsOf('billing')
  return [
    ok(STRIPE_SECRET_KEY === undefined ? 'not set up: STRIPE_SECRET_KEY is empty' : 'set up with Stripe'),
  ]
}
