// A browser that has signed in before holds a device token. It grants no access; it only lets the owner's
// attempts be counted separately, so that attackers cannot lock the owner out, and it avoids a mail about a sign-in
// from a new device. Securing an account increases its device generation, which makes all its devices new again.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../platform/database/pool.ts'
import { allSecrets, currentSecret, hashToken, type ServerSecret } from '../../platform/server-secret.ts'

export interface DeviceGeneration {
  accountId: number
  generation: number
}

export function newDeviceToken(secret: ServerSecret, device: DeviceGeneration): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${device.generation}.${sign(currentSecret(secret), device, id).toString('base64url')}`
}

/** A device trusted by this account, perhaps before it was secured; undefined for any other token. */
export function trustedDevice(
  secret: ServerSecret,
  accountId: number,
  token: string | undefined,
): { id: string; generation: number } | undefined {
  const [, id, number, signature] = /^([\w-]{22})\.(\d{1,9})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (id === undefined || signature === undefined) return undefined
  const generation = Number(number)
  const given = Buffer.from(signature, 'base64url')
  const isValid = allSecrets(secret).some(each =>
    timingSafeEqual(given, sign(each, { accountId, generation }, id)),
  )
  return isValid ? { id, generation } : undefined
}

/** For the browser in which the owner has just secured the account. */
export async function renewDeviceToken(
  database: Database,
  secret: ServerSecret,
  accountId: number,
): Promise<string> {
  return newDeviceToken(secret, { accountId, generation: await findDeviceGeneration(database, accountId) })
}

export async function findDeviceGeneration(database: Database, accountId: number): Promise<number> {
  const { rows } = await database.query<{ generation: number }>({
    text: 'select device_generation as generation from accounts where id = $1',
    values: [accountId],
  })
  return rows[0]?.generation ?? 0
}

/** Whether the owner should be notified. A sign-in right after sign-up, as through a provider, is no news. */
export async function isNewDevice(
  database: Database,
  secret: ServerSecret,
  { accountId, generation }: DeviceGeneration,
  token: string | undefined,
): Promise<boolean> {
  if (trustedDevice(secret, accountId, token)?.generation === generation) return false
  const { rowCount } = await database.query({
    text: "select from accounts where id = $1 and created_at < now() - interval '1 minute'",
    values: [accountId],
  })
  return rowCount === 1
}

function sign(secret: string, { accountId, generation }: DeviceGeneration, id: string): Buffer {
  return hashToken(secret, 'trusted device', `${accountId} ${generation} ${id}`)
}
