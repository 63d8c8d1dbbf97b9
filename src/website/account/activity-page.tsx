import type { FastifyInstance } from 'fastify'
import { type AuditEvent, listAuditEvents } from '../../accounts/audit-log.ts'
import type { AccountContext } from '../../accounts/context.ts'
import { Timestamp } from '../components/timestamp.tsx'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
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
    return sendPage(request, reply, {
      title: messages[request.locale].security.activity.title,
      area: 'app',
      content: <Activity events={events} />,
    })
  })
}

function Activity({ events }: { events: AuditEvent[] }) {
  const { activity: t } = useMessages('security')
  const last = events.at(-1)
  return (
    <>
      <div>
        <h1>{t.title}</h1>
        <p class="muted measure">{t.lead}</p>
      </div>
      {events.length === 0 ? (
        <p class="empty">{t.empty}</p>
      ) : (
        <section class="table-wrap" aria-label={t.title} tabindex={0}>
          <table class="table table-stack">
            <thead>
              <tr>
                <th scope="col">{t.event}</th>
                <th scope="col">{t.details}</th>
                <th scope="col">{t.by}</th>
                <th scope="col">{t.ipAddress}</th>
                <th scope="col">{t.time}</th>
              </tr>
            </thead>
            <tbody>
              {events.map(event => (
                <tr key={event.id}>
                  <th scope="row">{actionText(t.actions, event.action)}</th>
                  <td {...heading(t.details, event.subject)}>{event.subject}</td>
                  <td data-h={t.by}>{t.actors[event.actor]}</td>
                  <td {...heading(t.ipAddress, event.ip_address)}>{event.ip_address}</td>
                  <td data-h={t.time}>
                    <Timestamp at={event.occurred_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {last && events.length === eventsPerPage && (
        <p>
          <a class="btn" href={`/account/activity?before=${last.id}`}>
            {t.older}
          </a>
        </p>
      )}
    </>
  )
}

/** The heading of a cell on a phone, where empty cells are left out. */
function heading(name: string, value: string | null): { 'data-h'?: string } {
  return value === null ? {} : { 'data-h': name }
}

function actionText(texts: Record<string, string>, action: string): string {
  return texts[action] ?? action.charAt(0).toUpperCase() + action.slice(1)
}
