import type { FastifyInstance } from 'fastify'
import { sourceFacts } from '../../food/sources.ts'
import { Icon } from '../components/icon.tsx'
import { linkTo } from '../components/rich-text.tsx'
import type { Operator, WebsiteContext } from '../context.ts'
import { useFormat, useMessages } from '../i18n/messages.ts'
import type { IconName } from '../icons/icon-names.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendPublicPage } from '../shell/responses.tsx'

export function addAboutPage(app: FastifyInstance, { catalog, operator }: WebsiteContext): void {
  app.get('/about', { config: { isPublic: true } }, (request, reply) => {
    const t = messages[request.locale].public.about
    const hasImprint = request.server.legalPages().includes('imprint')
    return sendPublicPage(request, reply, {
      title: t.title,
      description: t.description,
      canonical: `${catalog.websiteUrl}/about`,
      subject: { type: 'AboutPage' },
      content: <About foods={catalog.stats.foods()} operator={operator} hasImprint={hasImprint} />,
    })
  })
}

const sources = Object.values(sourceFacts).flatMap(({ label, homepage, licence }) =>
  homepage && licence ? [{ label, homepage, licence }] : [],
)

function About(props: { foods: number; operator: Operator; hasImprint: boolean }) {
  const t = useMessages('public').about
  const { colon } = useFormat()
  const { sourceCodeUrl, contactEmail } = props.operator
  const principles: [icon: IconName, text: { title: string; text: string }][] = [
    ['circle-dashed', t.unknown],
    ['database', t.source],
    ['shield-check', t.checked],
    ['eye-off', t.private],
  ]
  return (
    <div class="wrap stack-xl">
      <header class="page-top">
        <h1 class="h-xl">{t.title}</h1>
        <p class="muted lead-s measure">{props.foods === 0 ? t.leadEmpty : t.lead({ foods: props.foods })}</p>
      </header>
      <section class="stack">
        <h2>{t.principles}</h2>
        <ul class="grid three plain">
          {principles.map(([icon, { title, text }]) => (
            <li key={title} class="card stack-s">
              <Icon name={icon} />
              <h3 class="h-s">{title}</h3>
              <p class="small muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <div class="grid two about-more">
        <section class="stack">
          <h2>{t.data}</h2>
          <p>{t.dataText}</p>
          <dl class="facts card card-flush">
            {sources.map(({ label, homepage, licence }) => (
              <div key={label}>
                <dt>
                  <a href={homepage}>{label}</a>
                </dt>
                <dd>
                  <span class="sr">{t.license + colon}</span>
                  <a href={licence.url}>{licence.name}</a>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <div class="stack-l">
          <section class="stack">
            <h2>{t.software}</h2>
            <p>{t.softwareText}</p>
            <p class="cluster">
              {sourceCodeUrl !== undefined && (
                <a class="btn" href={sourceCodeUrl}>
                  <Icon name="git-branch" small />
                  {t.sourceCode}
                </a>
              )}
              <a class="btn" href="/docs/self-hosting">
                {t.selfHost}
              </a>
            </p>
          </section>
          {(props.hasImprint || contactEmail !== undefined) && (
            <section class="stack">
              <h2>{t.operator}</h2>
              <p>
                {props.hasImprint
                  ? t.operatorImprint({ imprint: linkTo('/imprint'), contact: linkTo('/contact') })
                  : t.operatorContact({ contact: linkTo('/contact') })}
              </p>
            </section>
          )}
        </div>
      </div>
    </div>
  )
}
