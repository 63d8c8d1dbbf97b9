// The services that a node may use: mail, sign-in providers, billing and the store of photos.
import { createPaymentService } from '../../accounts/billing/stripe.ts'
import { verifyMailServer } from '../../accounts/email/mailer.ts'
import { openProviders } from '../../accounts/sign-in/oidc-providers.ts'
import { newPhotoKey } from '../../community/photos/photo.ts'
import { createPhotoStore } from '../../community/photos/photo-store.ts'
import { describeCause } from '../commands/errors.ts'
import { type Config, photoStoreOf } from '../config.ts'
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

export async function checkProviders({ OIDC_PROVIDERS }: Config): Promise<Finding[]> {
  const { ok, problem } = findingsOf('sign-in')
  if (OIDC_PROVIDERS.length === 0) return [ok('no providers: OIDC_PROVIDERS is empty')]
  const providers = openProviders(OIDC_PROVIDERS, () => undefined)
  return Promise.all(
    OIDC_PROVIDERS.map(async ({ id, issuer }) => {
      try {
        await providers.find(id)
        return ok(`${id}: ${issuer} answers`)
      } catch (error) {
        return problem(
          `${id}: ${issuer}: ${describeCause(deepestError(error), 'the issuer in OIDC_PROVIDERS')}`,
        )
      }
    }),
  )
}

/** fetch and the OpenID client wrap the error of the connection. */
function deepestError(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? deepestError(error.cause) : error
}

export async function checkBilling(config: Config): Promise<Finding[]> {
  const { ok, problem } = findingsOf('billing')
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config
  if (secretKey === undefined || webhookSecret === undefined)
    return [ok('not set up: STRIPE_SECRET_KEY is empty')]
  const payments = createPaymentService({ secretKey, webhookSecret, apiUrl: config.STRIPE_API_URL })
  const names = ['STRIPE_PRICE_PRO', 'STRIPE_PRICE_SCALE'] as const
  return Promise.all(
    names.map(async name => {
      const price = config[name] ?? ''
      const found = await payments.findPrice(price)
      if ('error' in found)
        return problem(
          `Stripe did not accept the request (${found.cause ?? found.message}). Check STRIPE_SECRET_KEY and STRIPE_API_URL`,
        )
      if (found.value === undefined)
        return problem(`Stripe has no price ${price} for this key. Correct ${name}`)
      if (found.value.interval === null)
        return problem(`the price ${price} is not recurring, so nobody can subscribe to it. Correct ${name}`)
      return found.value.isActive
        ? ok(`${name} is an active price`)
        : problem(`the price ${price} is archived at Stripe, so nobody can subscribe to it. Correct ${name}`)
    }),
  )
}

/** Writes, reads and removes something, as a node does. */
export async function checkPhotos(config: Config): Promise<Finding[]> {
  const { ok, problem } = findingsOf('photos')
  const settings = photoStoreOf(config)
  if (settings === undefined) return [ok('not accepted: PHOTO_STORE is empty')]
  const place =
    'folder' in settings ? settings.folder : `${settings.bucket} at ${new URL(settings.endpoint).host}`
  try {
    const store = createPhotoStore(settings)
    const key = newPhotoKey()
    const probe = Buffer.from('larder doctor')
    await store.put(key, probe)
    const found = await store.get(key)
    await store.remove(key)
    if (found?.equals(probe) !== true)
      return [problem(`${place} does not return what was stored. Check PHOTO_STORE`)]
    return [ok(`${place} can be written and read`)]
  } catch (error) {
    return [problem(`${place}: ${describeCause(deepestError(error), 'PHOTO_STORE')}`)]
  }
}
