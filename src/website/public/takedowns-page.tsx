// The numbers of takedowns: nothing about single ones, which would point at what was removed.
import type { FastifyInstance } from 'fastify'
import { countTakedowns, type TakedownCount } from '../../community/takedowns.ts'
import { linkTo } from '../components/rich-text.tsx'
import { TableHead } from '../components/table-head.tsx'
import type { WebsiteContext } from '../context.ts'
import { useFormat, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendPublicPage } from '../shell/responses.tsx'

export const takedownsPath = '/takedowns'

export function addTakedownsPage(app: FastifyInstance, { accounts, catalog }: WebsiteContext): void {
  app.get(takedownsPath, { config: { isPublic: true } }, async (request, reply) => {
    const t = messages[request.locale].public.takedowns
    return sendPublicPage(request, reply, {
      title: t.title,
      description: t.description,
      canonical: catalog.websiteUrl + takedownsPath,
      cacheControl: 'public, max-age=60',
      content: <Takedowns counts={await countTakedowns(accounts.database)} />,
    })
  })
}

function Takedowns({ counts }: { counts: TakedownCount[] }) {
  const t = useMessages('public').takedowns
  const report = useMessages('report')
  const { number } = useFormat()
  return (
    <div class="wrap narrow stack-l">
      <div class="stack page-top">
        <h1 class="h-xl">{t.title}</h1>
        <p>{t.lead}</p>
      </div>
      {counts.length === 0 ? (
        <p class="note">{t.none}</p>
      ) : (
        <div class="table-wrap" tabindex={0}>
          <table class="table">
            <TableHead
              columns={[t.year, t.kind, t.ground, t.count, t.lifted]}
              numeric={[t.count, t.lifted]}
            />
            <tbody>
              {counts.map(({ year, kind, ground, takedowns, lifted }) => (
                <tr key={`${year} ${kind} ${ground}`}>
                  <th scope="row">{year}</th>
                  <td>{t.kinds[kind]}</td>
                  <td>{t.grounds[ground]}</td>
                  <td class="num">{number(takedowns)}</td>
                  <td class="num">{number(lifted)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <section class="stack-s">
        <h2>{t.ask}</h2>
        <p>{t.askText({ report: report.title, rights: report.kinds.rights, link: linkTo('/contact') })}</p>
        <p class="muted">{t.limits}</p>
      </section>
    </div>
  )
}
