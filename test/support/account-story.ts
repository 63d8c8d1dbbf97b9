// Exercises every account feature once over HTTP, and collects all secrets involved.
import { setTimeout as wait } from 'node:timers/promises'
import { Secret as Seed, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { type Answer, ask } from '../../lab/clients/http.ts'
import { textIn, visitWebsite, type WebVisitor } from '../../lab/clients/web-visitor.ts'
import { type MailServer, tokenIn } from '../../lab/servers/mail-server.ts'
import { signInAtProvider, type TestProvider } from '../../lab/servers/oidc-provider.ts'
import type { PaymentServer } from '../../lab/servers/payment-server.ts'
import { newKey } from '../../src/accounts/api-keys/key-format.ts'
import { sendKeysByMistake } from './key-mistakes.ts'
import type { Secret } from './secret-sweep.ts'

export interface Stage {
  apiUrl: string
  websiteUrl: string
  mails: MailServer
  provider: TestProvider
  payments: PaymentServer
  /** Called at intermediate steps, when more is stored than at the end. */
  onStep(): Promise<void>
}

export interface StoryResult {
  secrets: Secret[]
  /** The data export that the account owner downloaded. */
  download: string
}

export async function runAccountStory(stage: Stage): Promise<StoryResult> {
  const secrets: Secret[] = []
  const keep = (name: string, value: string) => {
    secrets.push({ name, value })
    return value
  }
  const ann = visitWebsite(stage.websiteUrl)
  const story: Story = { ...stage, keep, ann }

  const password = await signUpAndIn(story)
  const { recoveryCodes, code } = await switchOnSecondFactor(story, password)
  const keys = await useKeys(story, code, recoveryCodes)
  await sendKeysByMistake(stage.apiUrl, stage.websiteUrl, keys)
  const newPassword = await resetPassword(story, recoveryCodes)
  await signInThroughProvider(story, recoveryCodes)
  await payAndReceiveEvents(story)
  const download = await changeAndExport(story, newPassword, recoveryCodes)

  const harmless = ['__Host-larder-notice', '__Host-larder-wanted']
  for (const { name, value } of ann.given.filter(({ name }) => !harmless.includes(name))) keep(name, value)
  return { secrets, download }
}

interface Story extends Stage {
  keep(name: string, value: string): string
  ann: WebVisitor
}

async function signUpAndIn({ ann, keep, mails, onStep }: Story): Promise<string> {
  const password = keep('password', 'Forty-two jars, one lid & no spoon')
  const tooShort = keep('password too short', 'jars&lids')
  const who = { name: 'ann', email: 'ann@example.org' }
  is(422, await ann.send('/sign-up', '/sign-up', { ...who, password: tooShort }))
  is(303, await ann.send('/sign-up', '/sign-up', { ...who, password }))
  await onStep()
  const token = keep('token to confirm', tokenIn(await mails.next('/confirm-email?token=')))
  is(303, await ann.send(`/confirm-email?token=${token}`, '/confirm-email', {}))
  is(403, await ann.send(`/confirm-email?token=${token}`, '/confirm-email', {}))

  is(303, await ann.send('/account', '/sign-out', {}))
  const wrong = keep('wrong password', 'Forty-three jars, two lids & a spoon')
  is(403, await ann.send('/sign-in', '/sign-in', { login: 'ann', password: wrong }))
  const passkey = is(200, await ann.send('/sign-in', '/sign-in/passkey', {}))
  keep('passkey challenge', textIn(passkey, /&quot;challenge&quot;:&quot;([\w-]+)&quot;/))
  await onStep()
  is(403, await ann.sendFrom(passkey, '/sign-in/passkey/finish', { response: '{}' }))
  // A password in the wrong field, and a form sent with GET.
  is(403, await ann.send('/sign-in', '/sign-in', { login: password, password: 'ann' }))
  is(200, await ann.open(`/sign-in?${new URLSearchParams({ login: 'ann', password })}`))
  is(303, await ann.send('/sign-in', '/sign-in', { login: 'ann@example.org', password }))
  return password
}

/** Recovery codes in order; callers use the first. */
async function switchOnSecondFactor({ ann, keep, onStep }: Story, password: string) {
  const path = '/account/security/second-factor'
  is(403, await ann.send(path, path, { password: keep('wrong password', 'Not these jars at all') }))
  const setup = is(200, await ann.send(path, path, { password }))
  const text = keep('seed', textIn(setup, /<code class="setup-key">(\w+)</))
  const seed = Seed.fromBase32(text)
  keep('seed in hexadecimal', seed.hex.toLowerCase())
  keep('seed in base64', Buffer.from(seed.bytes).toString('base64').replace(/=+$/, ''))
  keep('seed in base64url', Buffer.from(seed.bytes).toString('base64url'))
  const app = new TOTP({ secret: seed })
  const code = (stepsAhead: number) =>
    keep('code', app.generate({ timestamp: Date.now() + stepsAhead * 30_000 }))
  await onStep()
  is(403, await ann.sendFrom(setup, `${path}/confirm`, { code: keep('wrong code', wrongCode(app)) }))
  const page = is(200, await ann.sendFrom(setup, `${path}/confirm`, { code: code(0) }))
  const recoveryCodes = readRecoveryCodes(page, keep)
  return { recoveryCodes, code: () => code(1) }
}

function wrongCode(app: TOTP): string {
  return String((Number(app.generate()) + 500_000) % 1_000_000).padStart(6, '0')
}

function readRecoveryCodes(page: Answer, keep: Story['keep']): string[] {
  const codes = textIn(page, /<code class="recovery-codes">([\w\s-]+)</).split('\n')
  expect(codes).toHaveLength(10)
  for (const code of codes) {
    keep('recovery code', code)
    keep('recovery code without hyphens', code.replaceAll('-', ''))
  }
  return codes
}

async function useKeys({ ann, keep, apiUrl }: Story, code: () => string, recoveryCodes: string[]) {
  const keepKey = (name: string, key: string) => {
    keep(`${name}, its random part`, key.replace(/^larder_[a-z]+_/, ''))
    return keep(name, key)
  }
  const shown = (page: Answer, name: string) =>
    keepKey(name, textIn(is(200, page), /<code id="new-key">(\w+)</))
  const make = (name: string, scope: string) =>
    ann.send('/account/keys/new', '/account/keys', {
      name,
      scope,
      expires: '',
      cap: '',
      code: recoveryCodes.shift() ?? '',
    })
  const read = shown(await make('shop', 'read'), 'read key')
  const full = shown(await make('till', 'full'), 'full key')
  const list = await ann.open('/account/keys')
  const ids = new Set([...list.text.matchAll(/\/account\/keys\/(\d+)"/g)].map(found => Number(found[1])))
  const [till = 0, shop = 0] = [...ids].sort((a, b) => b - a)
  const path = `/account/keys/${shop}`
  const rotated = shown(
    await ann.send(`${path}/rotate`, `${path}/rotate`, {
      overlap: '3600',
      code: recoveryCodes.shift() ?? '',
    }),
    'rotated key',
  )
  is(303, await ann.send(`/account/keys/${till}/revoke`, `/account/keys/${till}/revoke`, {}))
  const account = shown(
    await ann.send('/account/keys/account', '/account/keys/account', { code: code() }),
    'account key',
  )
  const byApi = (path: string, key: string, body: object) =>
    ask(apiUrl, path, { method: 'POST', key, body, headers: { 'content-type': 'application/json' } })
  const made = is(201, await byApi('/auth/keys', account, { name: 'ci', scope: 'full' }))
  keepKey('key made over the API', made.json.key)
  const renewed = is(200, await byApi(`/auth/keys/${made.json.id}/rotate`, account, {}))
  keepKey('key rotated over the API', renewed.json.key)
  is(403, await byApi('/auth/account/key', account, { code: keep('wrong code', '000000') }))
  const replaced = is(200, await byApi('/auth/account/key', account, { code: recoveryCodes.shift() }))
  keepKey('second account key', replaced.json.key)

  for (const key of [read, rotated, renewed.json.key]) is(200, await ask(apiUrl, '/food/1', { key }))
  const unknown = keepKey('unknown key', newKey('larder_full'))
  const mistyped = keepKey('mistyped key', `${unknown.slice(0, -1)}_`)
  await wait(600) // until the old account key has left the cache
  for (const key of [full, account, unknown, mistyped]) is(401, await ask(apiUrl, '/food/1', { key }))
  const basic = keep('basic authorization', Buffer.from(`${rotated}:`).toString('base64'))
  is(401, await ask(apiUrl, '/food/1', { headers: { authorization: `Basic ${basic}` } }))
  return [rotated, unknown, replaced.json.key as string]
}

async function resetPassword({ ann, keep, mails, onStep }: Story, recoveryCodes: string[]) {
  is(303, await ann.send('/account', '/sign-out', {}))
  is(303, await ann.send('/forgot-password', '/forgot-password', { email: 'ann@example.org' }))
  const token = keep('token to reset', tokenIn(await mails.next('/reset-password?token=')))
  await onStep()
  const path = `/reset-password?token=${token}`
  const form = await ann.open(path)
  is(422, await ann.sendFrom(form, '/reset-password', { password: keep('password too short', 'lids!') }))
  const password = keep('password after the reset', 'A shelf; six tins of plums, unlabelled')
  is(303, await ann.sendFrom(form, '/reset-password', { password }))

  is(303, await ann.send('/sign-in', '/sign-in', { login: 'ann', password }))
  await onStep()
  const wrong = keep('wrong recovery code', 'abcd-efgh-jkmn-pqrs')
  is(403, await ann.send('/sign-in/code', '/sign-in/code', { code: '', recovery_code: wrong }))
  const answered = { code: '', recovery_code: recoveryCodes.shift() ?? '' }
  is(303, await ann.send('/sign-in/code', '/sign-in/code', answered))
  is(200, await ann.open('/account'))
  return password
}

async function signInThroughProvider(story: Story, recoveryCodes: string[]): Promise<void> {
  const { ann, keep, provider, websiteUrl, onStep } = story
  keep('client secret', provider.clientSecret)
  provider.people.set('bea there', {
    email: 'bea@example.org',
    email_verified: true,
    preferred_username: 'bea',
  })
  provider.people.set('ann there', { email: 'ann@example.org', email_verified: true })
  const passProvider = async (page: Answer, login: string) => {
    const start = textIn(is(200, page), /<a class="btn btn-primary" href="([^"]+)">Continue to/)
    for (const name of ['state', 'nonce']) keep(name, new URL(start).searchParams.get(name) ?? '')
    await onStep()
    const back = await signInAtProvider(start, login)
    keep('code of the provider', back.searchParams.get('code') ?? '')
    return back
  }
  const bea = visitWebsite(websiteUrl)
  const back = await passProvider(await bea.send('/sign-in', '/sign-in/example', {}), 'bea there')
  is(303, await bea.open(back.pathname + back.search))
  is(403, await bea.open(back.pathname + back.search))

  const cleo = visitWebsite(websiteUrl)
  const spoiled = await passProvider(await cleo.send('/sign-in', '/sign-in/example', {}), 'ann there')
  spoiled.searchParams.set('code', keep('made-up code', 'a-code-that-nobody-has-given-out'))
  is(403, await cleo.open(spoiled.pathname + spoiled.search))

  const path = '/account/security/providers/example'
  const linking = await ann.send(path, `${path}/link`, { code: recoveryCodes.shift() ?? '' })
  const linked = await passProvider(linking, 'ann there')
  is(303, await ann.open(linked.pathname + linked.search))
  for (const visitor of [bea, cleo]) ann.given.push(...visitor.given)
}

async function payAndReceiveEvents({ ann, keep, payments, apiUrl }: Story): Promise<void> {
  keep('secret key of the payment service', payments.settings.secretKey)
  keep('secret of its messages', payments.settings.webhookSecret)
  const pay = () => ann.send('/account/plan', '/account/plan/checkout', { plan: 'pro' })
  payments.isBroken = true
  is(503, await pay())
  payments.isBroken = false
  const subscription = payments.pay(
    textIn(is(200, await pay()), /<a class="btn btn-primary" href="([^"]+)">Continue to/),
  )
  const sendEvent = async (status: number, more: Parameters<PaymentServer['message']>[2]) => {
    const { body, signature } = payments.message('customer.subscription.created', subscription, more)
    keep('signature of a message', /v1=(\w+)/.exec(signature)?.[1] ?? '')
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
    is(status, await ask(apiUrl, '/billing/webhook', { method: 'POST', headers, body: body.toString() }))
  }
  await sendEvent(200, {})
  await sendEvent(400, { secret: keep('secret of somebody else', 'whsec_of_somebody_else') })
  await sendEvent(400, { at: new Date(Date.now() - 3_600_000) })
}

async function changeAndExport({ ann, keep, mails, onStep }: Story, old: string, recoveryCodes: string[]) {
  const factor = '/account/security/second-factor'
  const code = recoveryCodes.shift() ?? ''
  const page = is(200, await ann.send(factor, `${factor}/recovery-codes`, { code }))
  const [first = '', second = '', third = ''] = readRecoveryCodes(page, keep)
  const path = '/account/security/password'
  const fresh = keep('password after the change', 'Plums: gone. Lids: 42. Spoon: found!')
  is(403, await ann.send(path, path, { old: keep('wrong password', 'Was it plums, or jars?'), new: fresh }))
  is(303, await ann.send(path, path, { old, new: fresh }))
  is(303, await ann.send('/account/email', '/account/email', { email: 'ann@example.net', code: first }))
  const token = keep('token to confirm', tokenIn(await mails.next('/confirm-email?token=')))
  keep('token to cancel', tokenIn(await mails.next('/cancel-email-change?token=')))
  await onStep()
  is(303, await ann.send(`/confirm-email?token=${token}`, '/confirm-email', {}))
  is(200, await ann.open('/account/activity'))
  const download = is(200, await ann.send('/account/data', '/account/data', { code: third })).text
  is(303, await ann.send(factor, `${factor}/off`, { code: second }))
  is(303, await ann.send('/account', '/sign-out', {}))
  return download
}

function is(status: number, answer: Answer): Answer {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}:\n${answer.text}`)
  return answer
}
