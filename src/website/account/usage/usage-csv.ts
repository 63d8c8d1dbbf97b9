import type { UsageRow } from '../../../accounts/usage/read.ts'

/** RFC 4180. */
export function usageCsv(rows: UsageRow[]): string {
  const lines = rows.map(({ day, key_id, key_name, endpoint, status, requests }) =>
    [day, key_id, quote(key_name ?? ''), endpoint, status, requests].join(','),
  )
  return `${['day,key_id,key,endpoint,status,requests', ...lines].join('\r\n')}\r\n`
}

/** Spreadsheets run text that starts like a formula. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
