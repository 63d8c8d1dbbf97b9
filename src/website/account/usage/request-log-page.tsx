import type { FastifyInstance } from 'fastify'
import { listKeys } from '../../../accounts/api-keys/queries.ts'
import type { AccountContext } from '../../../accounts/context.ts'
import {
  type LoggedRequest,
  maxLoggedRequests,
  requestLogDays,
} from '../../../accounts/usage/recent-requests.ts'
import { Crumbs } from '../../components/crumbs.tsx'
import { Icon } from '../../components/icon.tsx'
import { useFormat, useMessages } from '../../i18n/messages.ts'
import { messages } from '../../messages/compiled/index.ts'
import { Form } from '../../shell/form.tsx'
import { readForm } from '../../shell/form-input.ts'
import { redirect, sendPage } from '../../shell/responses.tsx'
import { sessionOf } from '../../shell/session-middleware.ts'
import { RequestTable } from './request-table.tsx'

const path = '/account/usage/requests'

export function addRequestLogPage(app: FastifyInstance, { database, recentRequests }: AccountContext): void {
  app.get(path, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const [log, queryTextUntil, keys] = await Promise.all([
      recentRequests.read(accountId),
      recentRequests.queryTextUntil(accountId),
      listKeys(database, accountId),
    ])
    const keyNames = new Map(keys.map(({ id, name }) => [id, name]))
    return sendPage(request, reply, {
      title: messages[request.locale].account.latestRequests,
      area: 'app',
      content: <RequestLogPage log={log} keyNames={keyNames} queryTextUntil={queryTextUntil} />,
    })
  })

  app.post(path, async (request, reply) => {
    const isOn = readForm(request, 'query_text').query_text === 'on'
    await recentRequests.setQueryText(sessionOf(request).accountId, isOn)
    return redirect(reply, path)
  })
}

interface RequestLogPageProps {
  /** Undefined while Redis is unavailable. */
  log: LoggedRequest[] | undefined
  keyNames: Map<number, string>
  queryTextUntil: Date | undefined
}

function RequestLogPage({ log, keyNames, queryTextUntil }: RequestLogPageProps) {
  const t = useMessages('account')
  return (
    <>
      <div>
        <Crumbs trail={[{ name: t.usage, href: '/account/usage' }, { name: t.latestRequests }]} />
        <h1>{t.latestRequests}</h1>
        <p class="muted">{t.requestLogLead({ max: maxLoggedRequests, days: requestLogDays })}</p>
      </div>
      {log === undefined && (
        <div class="note note-partly">
          <Icon name="triangle-alert" />
          <p>{t.logUnavailable}</p>
        </div>
      )}
      {log?.length === 0 && (
        <div class="empty">
          <h2>{t.noRequests}</h2>
          <p>{t.noUsageText}</p>
        </div>
      )}
      {log && log.length > 0 && <RequestTable requests={log} keyNames={keyNames} />}
      {log && <QueryText until={queryTextUntil} />}
    </>
  )
}

function QueryText({ until }: { until: Date | undefined }) {
  const t = useMessages('account')
  const format = useFormat()
  return (
    <section class="card between">
      <div class="grow">
        <h2 class="h-s">{t.queryText}</h2>
        <p class="muted">{until ? t.queryTextOn({ until: format.dateTime(until) }) : t.queryTextOff}</p>
      </div>
      <Form
        id="query-text"
        action={path}
        submit={until ? t.stopQueryText : t.recordQueryText}
        variant="quiet"
      >
        <input type="hidden" name="query_text" value={until ? 'off' : 'on'} />
      </Form>
    </section>
  )
}
