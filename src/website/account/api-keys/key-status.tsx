import type { Key } from '../../../accounts/api-keys/queries.ts'
import { useFormat, useMessages } from '../../i18n/messages.ts'

export function maskedKey({ prefix, last_four }: Pick<Key, 'prefix' | 'last_four'>): string {
  return `${prefix}_…${last_four}`
}

/** From then on, the status mentions the end. */
const soonMs = 14 * 86_400_000

export function KeyStatus({ of: { expires_at } }: { of: Key }) {
  const t = useMessages('account')
  const format = useFormat()
  const left = expires_at === null ? Number.POSITIVE_INFINITY : expires_at.getTime() - Date.now()
  if (expires_at === null || left > soonMs) return <span class="badge badge-ok">{t.active}</span>
  if (left <= 0) return <span class="badge badge-danger">{t.expired}</span>
  return <span class="badge badge-partly">{t.expires({ day: format.dayAndMonth(expires_at) })}</span>
}
