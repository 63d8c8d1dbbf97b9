import type { FastifyInstance } from 'fastify'
import { type AuditEvent, listAuditEvents } from '../../accounts/audit-log.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { Timestamp } from '../components/timestamp.tsx'
import { readQuery } from '../shell/form-input.ts'
import { sendPage } from '../shell/responses.tsx'
import { sessionOf } from '../shell/session-middleware.ts'

const eventsPerPage = 50

export function addActivityPage(app: FastifyInstance, { database }: AccountContext): void {
  app.get('/account/activity', async (request, reply) => {
    const before = readQuery(request, 'before')
    const events = await listAuditEvents(
      database,
      sessionOf(request).accountId,
      eventsPerPage,
      /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined,
    )
    return sendPage(request, reply, { title: 'Activity', content: <Activity events={events} /> })
  })
}

const actors: Record<AuditEvent['actor'], string> = {
  owner: 'you',
  'account key': 'your account key',
  operator: 'the service operator',
  billing: 'the payment provider',
  system: 'this service',
  unknown: 'an unknown user',
}

function Activity({ events }: { events: AuditEvent[] }) {
  const last = events.at(-1)
  return (
    <section>
      <h1>Activity</h1>
      <p>
        Changes to your account, API keys and plan. If you don’t recognise something, change your password and
        sign out of all other sessions.
      </p>
      <ul class="rows">
        {events.map(event => (
          <li key={event.id}>
            <div>
              <span class="row-title">{capitalize(event.action)}</span>
              {event.subject && <> · {event.subject}</>}
            </div>
            <div class="quiet">
              <Timestamp at={event.occurred_at} />
              <span>
                by {actors[event.actor]}
                {event.ip_address && ` from ${event.ip_address}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {events.length === 0 && <p class="empty">No older activity.</p>}
      {last && events.length === eventsPerPage && (
        <p>
          <a class="button quiet" href={`/account/activity?before=${last.id}`}>
            Older
          </a>
        </p>
      )}
    </section>
  )
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
