import { billingOf } from '../billing.ts'
import { loadConfig } from '../config.ts'
import { withDatabase } from './database.ts'
import { CliError } from './errors.ts'
import { printResult, table } from './output.ts'

export async function reconcileCommand(options: { json: boolean }): Promise<void> {
  const config = loadConfig()
  const report = await withDatabase(async database => billingOf(config, database)?.reconcile())
  if (report === undefined) {
    throw new CliError(
      'billing is not set up: STRIPE_SECRET_KEY is empty. See docs/how-to/set-up-accounts.md',
    )
  }
  if ('error' in report) {
    const advice = 'Check STRIPE_SECRET_KEY and STRIPE_API_URL with larder doctor, and run it again'
    throw new CliError(`Stripe did not answer (${report.cause ?? report.message})`, { advice })
  }
  const { customers, corrected, duplicates, failed } = report
  const lines = [
    `${customers} customers compared with Stripe, ${corrected.length} corrected, ${failed.length} failed`,
  ]
  if (corrected.length > 0) {
    const rows = corrected.map(({ account, previous, plan }) => [account, previous, plan])
    lines.push('', table(['ACCOUNT', 'PLAN BEFORE', 'PLAN NOW'], rows))
  }
  for (const { account, subscriptions } of duplicates) {
    const list = subscriptions.map(({ id, plan }) => `${plan} ${id}`).join(', ')
    lines.push(
      '',
      `${account}: ${subscriptions.length} subscriptions are charged (${list}). Ask the owner which one to keep, and cancel the others at Stripe.`,
    )
  }
  for (const { account, message } of failed) lines.push('', `${account}: ${message}`)
  printResult(options, report, lines.join('\n'))
  if (failed.length > 0) process.exitCode = 1
}
