import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { type MailServer, startMailServer, tokenIn } from '../../../lab/servers/mail-server.ts'
import { spawnService } from '../../../lab/service.ts'
import { composeMail } from '../../../src/accounts/email/compose-mail.ts'
import { claimMails, queueMail } from '../../../src/accounts/email/mail-queue.ts'
import { createMailer } from '../../../src/accounts/email/mailer.ts'
import { createMailWriter } from '../../../src/website/mails/write-mail.ts'
import {
  accountsForTest,
  signUpAs,
  startTestMailWorker,
  type TestAccounts,
  visitor,
} from '../../support/accounts.ts'
import { storesForTest, type TestStores } from '../../support/database.ts'

async function addOwners(stores: TestStores, owners: number): Promise<void> {
  await stores.sql(
    `insert into accounts (name, email, email_confirmed_at)
       select 'owner-' || n, 'owner-' || n || '@example.com', now() from generate_series(1, $1::int) as n`,
    [owners],
  )
}

/** Lets time pass for the mails in the queue. Those that become due lose their last error until they have been tried. */
async function passMinutes(stores: TestStores, minutes: number): Promise<void> {
  await stores.sql(
    `update mail_queue
       set queued_at = queued_at - make_interval(secs => $1),
           next_attempt_at = next_attempt_at - make_interval(secs => $1),
           last_error = case when next_attempt_at - make_interval(secs => $1) > now() then last_error end`,
    [minutes * 60],
  )
}

async function waitUntilEmpty(stores: TestStores): Promise<void> {
  while ((await stores.sql('select from mail_queue')).length > 0) await wait(20)
}

/** Waits until the worker has tried every mail that is due. An attempt under way postpones the next one already. */
async function waitUntilTried(stores: TestStores): Promise<void> {
  const isDue = 'next_attempt_at <= now() or last_error is null'
  while ((await stores.sql(`select from mail_queue where ${isDue}`)).length > 0) await wait(20)
}

it('delivers every mail once after the mail server was down, although the node was killed meanwhile', async () => {
  const stores = await storesForTest()
  await addOwners(stores, 24)
  const port = await findFreePort()
  const webPort = await findFreePort()
  const websiteUrl = `http://localhost:${webPort}`
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    WEB_PORT: String(webPort),
    WEB_PUBLIC_URL: websiteUrl,
  }
  let server: MailServer = await startMailServer(port)
  let service = await spawnService(stores, settings)
  onTestFinished(async () => {
    await service.stop('SIGKILL')
    await server.stop()
  })
  const requestResets = async (from: number, to: number) => {
    const times: number[] = []
    const person = visitWebsite(websiteUrl)
    for (let owner = from; owner <= to; owner++) {
      const form = await person.open('/forgot-password')
      const start = performance.now()
      const answer = await person.sendFrom(form, '/forgot-password', { email: `owner-${owner}@example.com` })
      times.push(performance.now() - start)
      expect(answer.status).toBe(303)
    }
    // The fastest, because other tests use the processor too.
    return Math.min(...times)
  }
  const whileUp = await requestResets(1, 12)
  await waitUntilEmpty(stores)
  expect(server.mails).toHaveLength(12)
  await server.stop()

  const whileDown = await requestResets(13, 24)
  await waitUntilTried(stores)
  expect(await stores.sql('select from mail_queue where attempts > 0')).toHaveLength(12)
  await service.stop('SIGKILL')
  await passMinutes(stores, 10)
  server = await startMailServer(port)
  service = await spawnService(stores, settings)
  await waitUntilEmpty(stores)
  console.log(
    `reset request: ${whileUp.toFixed(1)} ms with a mail server, ${whileDown.toFixed(1)} ms without`,
  )
  expect(whileDown).toBeLessThan(whileUp + 10)
  const recipients = server.mails.flatMap(({ to }) => to)
  expect(recipients.sort()).toEqual(
    Array.from({ length: 12 }, (_, index) => `owner-${index + 13}@example.com`).sort(),
  )
  expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(12)
  const person = visitWebsite(websiteUrl)
  for (const mail of server.mails)
    expect((await person.open(`/reset-password?token=${tokenIn(mail)}`)).status).toBe(200)
})

it('is tried less and less often for ten minutes, and delivered within three minutes after that', async () => {
  const port = await findFreePort()
  const accounts = await accountsForTest({ smtpUrl: `smtp://127.0.0.1:${port}` })
  await signUpAs(accounts, 'marmalade', 'orange@example.com')
  await waitUntilTried(accounts.stores)
  const passTime = async (minutes: number) => {
    // Short steps, because a mail is tried at the end of the step in which it becomes due.
    const stepMinutes = 1 / 30
    for (let passed = 0; passed < minutes; passed += stepMinutes) {
      await passMinutes(accounts.stores, stepMinutes)
      await waitUntilTried(accounts.stores)
    }
  }
  await passTime(10)
  const [queued] = await accounts.stores.sql<{ attempts: number; last_error: string }>(
    'select attempts, last_error from mail_queue',
  )
  console.log(`${queued?.attempts} attempts in ten minutes`)
  expect(queued?.attempts).toBeGreaterThanOrEqual(4)
  expect(queued?.attempts).toBeLessThanOrEqual(8)
  expect(queued?.last_error).toMatch(/^ESOCKET|^ECONN/)
  const server = await startMailServer(port)
  onTestFinished(server.stop)
  await passTime(3)
  expect(server.mails.map(({ to }) => to)).toEqual([['orange@example.com']])
})

it('is delivered once by several nodes', async () => {
  const server = await startMailServer()
  onTestFinished(server.stop)
  const accounts = await accountsForTest()
  await addOwners(accounts.stores, 50)
  await accounts.stores.sql(
    `insert into mail_queue (kind, account_id, recipient, parameters)
       select 'password-changed', id, email, '{"by": {"actor": "owner", "ipAddress": null}}' from accounts`,
  )
  const workers = [1, 2, 3].map(() => startTestMailWorker(accounts, server.url))
  await accounts.mailsDelivered()
  await Promise.all(workers.map(worker => worker.stop()))
  expect(new Set(server.mails.flatMap(({ to }) => to)).size).toBe(50)
  expect(server.mails).toHaveLength(50)
})

it('has the same Message-ID and link when it is repeated after a crash', async () => {
  const server = await startMailServer()
  onTestFinished(server.stop)
  const accounts = { ...(await accountsForTest()), isMailEnabled: true }
  await signUpAs(accounts, 'marmalade', 'orange@example.com')
  const [claimed] = await claimMails(accounts.database, 1)
  if (!claimed) throw new Error('nothing queued')
  const mail = await composeMail(accounts, claimed, createMailWriter(accounts.websiteUrl))
  if (!mail) throw new Error('nothing to send')
  await createMailer({ url: server.url, from: 'larder@larder.test' }).send(mail, claimed.messageId)
  // The node ends here, before it could remove the mail. Others leave it alone while it may still be sending.
  expect(await claimMails(accounts.database, 1)).toEqual([])
  await passMinutes(accounts.stores, 5)
  const worker = startTestMailWorker(accounts, server.url)
  onTestFinished(worker.stop)
  await accounts.mailsDelivered()
  const [first, second] = server.mails
  if (!first || !second) throw new Error('not repeated')
  expect(second.messageId).toBe(first.messageId)
  expect(tokenIn(second)).toBe(tokenIn(first))
})

async function queueReset(accounts: TestAccounts, recipient: string): Promise<void> {
  const parameters = { ipAddress: visitor.ipAddress }
  await queueMail(accounts.database, { kind: 'reset-password', accountId: null, recipient, parameters })
}

it('is dropped for an address without an account, even while the mail server is down', async () => {
  const accounts = await accountsForTest({ smtpUrl: `smtp://127.0.0.1:${await findFreePort()}` })
  await queueReset(accounts, 'nobody@example.com')
  await accounts.mailsDelivered()
})

it('is given up after days, or at once if the address does not exist, and the owner can see it', async () => {
  const server = await startMailServer()
  const accounts = await accountsForTest()
  const { accountId } = await signUpAs(accounts, 'marmalade')
  await accounts.stores.sql(
    `update accounts set email = 'unknown@example.com', email_confirmed_at = now() where id = $1`,
    [accountId],
  )
  const queue = () =>
    accounts.stores.sql(
      `insert into mail_queue (kind, account_id, recipient, parameters)
         select 'plan-changed', id, email, '{"plan": "pro", "expiresAt": null}' from accounts`,
    )
  const givenUp: string[] = []
  const worker = startTestMailWorker(accounts, server.url, { onGivenUp: ({ code }) => givenUp.push(code) })
  onTestFinished(worker.stop)
  await queue()
  await accounts.mailsDelivered()
  await server.stop()
  await queue()
  await waitUntilTried(accounts.stores)
  await passMinutes(accounts.stores, 3 * 24 * 60)
  await waitUntilTried(accounts.stores)
  expect(await accounts.stores.sql('select from mail_queue')).toHaveLength(1)
  await passMinutes(accounts.stores, 24 * 60)
  await accounts.mailsDelivered()
  expect(givenUp).toEqual([expect.stringMatching(/550.5\.1\.1$/), expect.stringMatching(/^ESOCKET|^ECONN/)])
  const events = await accounts.stores.sql<{ actor: string; subject: string }>(
    "select actor, subject from audit_log where action = 'mail not delivered'",
  )
  expect(events).toHaveLength(2)
  expect(events[0]).toMatchObject({ actor: 'system' })
  expect(events[0]?.subject).toContain('plan-changed to unknown@example.com')
})
