import { renderSVG } from 'uqr'
import { type By, record } from '../audit-log.ts'
import { newSeed, stepOfCode } from './totp.ts'
import type { AccountParts } from '../context.ts'
import { type Proof, requireCode, requireProof, wrongCode } from './reauthentication.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import type { Refusal } from '../account-error.ts'
import { ownerAt, type Visitor } from '../client-info.ts'

export interface SecondFactorBegun {
  /** For those who type it into their app. */
  seed: string
  uri: string
  qrSvg: string
}

const isOnAlready: Refusal = {
  refused: 'not now',
  text: 'The second factor is on already. Switch it off first to set it up anew.',
}

const isOff: Refusal = { refused: 'not now', text: 'The second factor is off. Set it up first.' }

/** A seed for the owner's app. Nothing changes for signing in until a code of it is typed. */
export async function beginSecondFactor(
  parts: AccountParts,
  accountId: number,
  proof: Proof,
  visitor: Visitor,
): Promise<SecondFactorBegun | Refusal> {
  const refusal = await requireProof(parts, accountId, proof, visitor)
  if (refusal) return refusal
  const { rows: accounts } = await parts.database.query<{ name: string }>({
    text: 'select name from accounts where id = $1 and codes_since is null',
    values: [accountId],
  })
  if (!accounts[0]) return isOnAlready
  const seed = newSeed(parts.secret, accountId, accounts[0].name)
  const { rowCount } = await parts.database.query({
    text: 'update accounts set code_seed = $2, code_step = 0 where id = $1 and codes_since is null',
    values: [accountId, seed.encrypted],
  })
  if (rowCount !== 1) return isOnAlready
  return { seed: seed.text, uri: seed.uri, qrSvg: renderSVG(seed.uri, { border: 4 }) }
}

/** Switches it on when the code fits, and gives the recovery codes. */
export async function confirmSecondFactor(
  { database, secret }: AccountParts,
  accountId: number,
  code: string,
  by: By,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  return database.transaction(async inside => {
    const { rows } = await inside.query<{ code_seed: Buffer | null; is_on: boolean }>({
      text: 'select code_seed, codes_since is not null as is_on from accounts where id = $1 for update',
      values: [accountId],
    })
    const account = rows[0]
    if (account?.is_on) return isOnAlready
    if (!account?.code_seed) return { refused: 'not now', text: 'Set up your app first, then type its code.' }
    // The one who types it has just been shown the seed, so there is nothing to guess.
    const step = stepOfCode(secret, accountId, account.code_seed, code)
    if (step === undefined) {
      return {
        refused: 'wrong',
        text: 'That code does not fit. Check that the clock of your phone is right and type the next code.',
      }
    }
    await inside.query({
      text: 'update accounts set codes_since = now(), code_step = $2 where id = $1',
      values: [accountId, step],
    })
    await record(inside, accountId, by, 'second factor switched on')
    return { recoveryCodes: await replaceRecoveryCodes(inside, secret, accountId) }
  })
}

/** The ones before stop working. */
export async function renewRecoveryCodes(
  parts: AccountParts,
  accountId: number,
  code: string,
  visitor: Visitor,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  const refusal = await requireCode(parts, accountId, code, visitor)
  if (refusal) return refusal
  return parts.database.transaction(async inside => {
    const { rows } = await inside.query({
      text: 'select 1 from accounts where id = $1 and codes_since is not null for update',
      values: [accountId],
    })
    if (rows.length === 0) return isOff
    await record(inside, accountId, ownerAt(visitor), 'recovery codes renewed')
    return { recoveryCodes: await replaceRecoveryCodes(inside, parts.secret, accountId) }
  })
}

/** Undefined: it is off. */
export async function switchOffSecondFactor(
  parts: AccountParts,
  accountId: number,
  code: string,
  visitor: Visitor,
): Promise<Refusal | undefined> {
  const { rows } = await parts.database.query<{ needs_it: boolean }>({
    text: `
      select password_hash is not null and not password_is_long as needs_it
        from accounts where id = $1 and codes_since is not null`,
    values: [accountId],
  })
  if (!rows[0]) return isOff
  if (rows[0].needs_it) {
    return {
      refused: 'not now',
      text: 'Your password is too short to stand alone. Change it to one of at least 15 characters first.',
    }
  }
  const refusal = await requireCode(parts, accountId, code, visitor)
  if (refusal) return refusal
  return parts.database.transaction(async inside => {
    const { rowCount } = await inside.query({
      text: `
        update accounts set code_seed = null, codes_since = null
          where id = $1 and (password_is_long or password_hash is null)`,
      values: [accountId],
    })
    if (rowCount !== 1) return wrongCode
    await deleteRecoveryCodes(inside, accountId)
    await inside.query({ text: 'delete from code_challenges where account_id = $1', values: [accountId] })
    await record(inside, accountId, ownerAt(visitor), 'second factor switched off')
    return undefined
  })
}
