import {
  findStaleSecrets,
  reencryptTotpSecrets,
  type StaleSecretReport,
} from '../../accounts/secret-rotation.ts'
import { allSecrets, type ServerSecret, secretId } from '../../accounts/server-secret.ts'
import { loadConfig, serverSecretOf } from '../config.ts'
import { withDatabase } from './database.ts'
import { table } from './output.ts'

/** Makes anew what can be made anew, and says what still hangs on another secret. */
export async function rotateSecretsCommand(): Promise<void> {
  const secret = serverSecretOf(loadConfig())
  const { reencrypted, unreadable, left } = await withDatabase(async database => ({
    ...(await reencryptTotpSecrets(database, secret)),
    left: await findStaleSecrets(database, secret),
  }))
  console.log(describeSecrets(secret))
  console.log(
    `seeds of second factors: ${reencrypted} encrypted anew, ${unreadable} not readable by any of these`,
  )
  console.log(describeLeft(left, allSecrets(secret).length > 1))
}

function describeSecrets(secret: ServerSecret): string {
  const [current, ...others] = allSecrets(secret).map(secretId)
  return `SECRET_KEY is ${current}; SECRET_KEY_FALLBACKS ${others.length === 0 ? 'is not set' : `has ${others.join(', ')}`}`
}

function describeLeft({ keys, sessions, recoveryCodes }: StaleSecretReport, hasPrevious: boolean): string {
  if (keys.length === 0 && sessions.open === 0 && recoveryCodes.codes === 0) {
    if (!hasPrevious) return 'nothing hangs on another secret'
    return 'nothing hangs on another secret: SECRET_KEY_FALLBACKS can go a day after all nodes got SECRET_KEY, when links in mails and rotated keys are over too'
  }
  const lines = [
    'not under SECRET_KEY yet, and lost when SECRET_KEY_FALLBACKS goes:',
    `  keys: ${keys.length}`,
    `  sessions: ${sessions.open}${sessions.last_end ? `, the last ends ${sessions.last_end.toISOString()} if it is not used` : ''}`,
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
          key.last_used_at?.toISOString() ?? `never, made ${key.created_at.toISOString()}`,
        ]),
      ),
    )
  }
  return lines.join('\n')
}
