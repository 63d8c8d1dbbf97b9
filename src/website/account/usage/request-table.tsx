import type { LoggedRequest } from '../../../accounts/usage/recent-requests.ts'
import { TableHead } from '../../components/table-head.tsx'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { outcomeOf } from './usage-columns.ts'

const badges = {
  successful: 'badge badge-ok',
  'not-found': 'badge',
  'rate-limited': 'badge badge-partly',
  failed: 'badge badge-danger',
} as const

interface RequestTableProps {
  requests: LoggedRequest[]
  /** By id. */
  keyNames: Map<number, string>
}

export function RequestTable({ requests, keyNames }: RequestTableProps) {
  const t = useMessages('account')
  const format = useFormat()
  return (
    <div class="table-wrap">
      <table class="table table-stack">
        <TableHead columns={[t.request, t.time, t.status, t.key, t.duration]} numeric={[t.duration]} />
        <tbody>
          {requests.map(({ at, method, endpoint, url, status, durationMs, keyId }, index) => (
            <tr key={index}>
              <th scope="row">
                <code>
                  {method} {url ?? endpoint}
                </code>
              </th>
              <td class="tnum" data-h={t.time}>
                <time datetime={at.toISOString()}>
                  {format.dayAndMonth(at)}, {at.toISOString().slice(11, 19)}
                </time>
              </td>
              <td data-h={t.status}>
                <span class={badges[outcomeOf(status)]}>{status}</span>
              </td>
              <td data-h={t.key}>{keyNames.get(keyId) ?? t.deletedKey}</td>
              <td class="num" data-h={t.duration}>
                {format.number(durationMs)} {t.milliseconds}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
