import {
  findStaleSecrets,
  reencryptTotpSecrets,
  type StaleSecretReport,
} from '../../accounts/secret-rotation.ts'
import { allSecrets, type ServerSecret, secretId } from '../../platform/server-secret.ts'
import { loadConfig, serverSecretOf } from '../config.ts'
import { withDatabase } from './database.ts'
import { printResult, table } from './output.ts'

export async function secretStatusCommand(options: { json: boolean }): Promise<void> {
  const secret = serverSecretOf(loadConfig())
  const status = await readStatus(secret)
  printResult(options, status, describeStatus(secret, status))
}

export async function reencryptCommand(options: { json: boolean }): Promise<void> {
  const secret = serverSecretOf(loadConfig())
  const result = await withDatabase(database => reencryptTotpSecrets(database, secret))
  const status = await readStatus(secret)
  const { reencrypted, unreadable } = result
  const text = `TOTP secrets: ${reencrypted} re-encrypted, ${unreadable} not readable with any of the secrets`
  printResult(options, { ...result, ...status }, `${text}\n${describeStatus(secret, status)}`)
}

type Status = StaleSecretReport & { secret: string; fallbacks: string[] }

async function readStatus(secret: ServerSecret): Promise<Status> {
  const [current = '', ...fallbacks] = allSecrets(secret).map(secretId)
  const stale = await withDatabase(database => findStaleSecrets(database, secret))
  return { secret: current, fallbacks, ...stale }
}

function describeStatus(secret: ServerSecret, status: Status): string {
  return `${describeSecrets(secret)}\n${describeStale(status, status.fallbacks.length > 0)}`
}

function describeSecrets(secret: ServerSecret): string {
  const [current, ...fallbacks] = allSecrets(secret).map(secretId)
  return `SECRET_KEY has id ${current}; SECRET_KEY_FALLBACKS ${fallbacks.length === 0 ? 'is not set' : `has ${fallbacks.join(', ')}`}`
}

function describeStale({ keys, sessions, recoveryCodes }: StaleSecretReport, hasFallbacks: boolean): string {
  if (keys.length === 0 && sessions.open === 0 && recoveryCodes.codes === 0) {
    if (!hasFallbacks) return 'No data depends on another secret.'
    return 'No data depends on SECRET_KEY_FALLBACKS. It is safe to remove 24 hours after all nodes were restarted with the new SECRET_KEY.'
  }
  const lines = [
    'Not under SECRET_KEY yet; removing SECRET_KEY_FALLBACKS invalidates these:',
    `  API keys: ${keys.length}`,
    `  sessions: ${sessions.open}${sessions.last_end ? `, the last expires ${sessions.last_end.toISOString()} if it is not used` : ''}`,
    `  recovery codes: ${recoveryCodes.codes} of ${recoveryCodes.accounts} accounts`,
  ]
  if (keys.length > 0) {
    lines.push(
      '',
      table(
        ['ID', 'ACCOUNT', 'NAME', 'KEY', 'LAST USED'],
        keys.map(key => [
          String(key.id),
          key.account,
          key.name,
          `${key.prefix}_…${key.last_four}`,
          key.last_used_at?.toISOString() ?? `never, created ${key.created_at.toISOString()}`,
        ]),
      ),
    )
  }
  return lines.join('\n')
}
