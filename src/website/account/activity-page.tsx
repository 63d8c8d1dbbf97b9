import type { FastifyInstance } from 'fastify'
import { type AuditEvent, listAuditEvents } from '../../accounts/audit-log.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { Timestamp } from '../components/timestamp.tsx'
import { readQuery } from '../shell/form-input.ts'
import { sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'

const entriesPerPage = 50

export function addActivityPage(app: FastifyInstance, { database }: AccountContext): void {
  app.get('/account/activity', async (request, reply) => {
    const before = readQuery(request, 'before')
    const entries = await listAuditEvents(
      database,
      sessionOf(request).accountId,
      entriesPerPage,
      /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined,
    )
    return sendPage(request, reply, { title: 'Activity', content: <Activity entries={entries} /> })
  })
}

const actors: Record<AuditEvent['actor'], string> = {
  owner: 'you',
  'account key': 'your account key',
  operator: 'the people who run this service',
  billing: 'the payment service',
  unknown: 'somebody',
}

function Activity({ entries }: { entries: AuditEvent[] }) {
  const last = entries.at(-1)
  return (
    <section>
      <h1>Activity</h1>
      <p>
        What was done to your account, its keys and its plan. If something was not you, change your password
        and sign out all other browsers.
      </p>
      <ul class="rows">
        {entries.map(entry => (
          <li key={entry.id}>
            <div>
              <span class="row-title">{capitalized(entry.action)}</span>
              {entry.subject && <> · {entry.subject}</>}
            </div>
            <div class="quiet">
              <Timestamp at={entry.occurred_at} />
              <span>
                by {actors[entry.actor]}
                {entry.ip_address && ` from ${entry.ip_address}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {entries.length === 0 && <p class="empty">There is nothing older.</p>}
      {last && entries.length === entriesPerPage && (
        <p>
          <a class="button quiet" href={`/account/activity?before=${last.id}`}>
            Older
          </a>
        </p>
      )}
    </section>
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
