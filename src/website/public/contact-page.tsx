import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { contributeTo } from '../../food/sources.ts'
import { Icon } from '../components/icon.tsx'
import { linkTo } from '../components/rich-text.tsx'
import type { Operator, WebsiteContext } from '../context.ts'
import { useMessages } from '../i18n/messages.ts'
import type { IconName } from '../icons/icon-names.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendPublicPage } from '../shell/responses.tsx'

export function addContactPage(app: FastifyInstance, { catalog, operator }: WebsiteContext): void {
  app.get('/contact', { config: { isPublic: true } }, (request, reply) => {
    const t = messages[request.locale].public.contact
    const hasImprint = request.server.legalPages().includes('imprint')
    return sendPublicPage(request, reply, {
      title: t.title,
      description: t.description,
      canonical: `${catalog.websiteUrl}/contact`,
      subject: { type: 'ContactPage' },
      content: <Contact operator={operator} hasImprint={hasImprint} />,
    })
  })
}

function Contact({ operator, hasImprint }: { operator: Operator; hasImprint: boolean }) {
  const t = useMessages('public').contact
  const { contactEmail, securityContact, sourceCodeUrl } = operator
  return (
    <div class="wrap stack-xl">
      <header class="page-top">
        <h1 class="h-xl">{t.title}</h1>
        <p class="muted lead-s">{t.lead}</p>
      </header>
      <div class="grid ways">
        <Way icon="mail" title={t.email}>
          <p>{contactEmail === undefined ? t.noEmail : t.emailText}</p>
          {contactEmail !== undefined && (
            <p>
              <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
            </p>
          )}
          {hasImprint && <p>{t.imprint({ imprint: linkTo('/imprint') })}</p>}
        </Way>
        <Way icon="square-pen" title={t.mistake}>
          <p>{t.mistakeText({ source: contributeTo.label, link: linkTo(contributeTo.url) })}</p>
        </Way>
        {sourceCodeUrl !== undefined && (
          <Way icon="bug" title={t.software}>
            <p>{t.softwareText}</p>
            <p>
              <a href={sourceCodeUrl}>{t.sourceCode}</a>
            </p>
          </Way>
        )}
        {securityContact !== undefined && (
          <Way icon="shield-alert" title={t.security} id="security">
            <p>{t.securityText}</p>
            <p>
              <a href={securityContact}>{securityContact.replace(/^mailto:/, '')}</a>
            </p>
          </Way>
        )}
      </div>
    </div>
  )
}

interface WayProps {
  icon: IconName
  title: string
  id?: string
  children: ComponentChildren
}

function Way({ icon, title, id, children }: WayProps) {
  return (
    <section class="card stack" id={id}>
      <h2 class="h-s way">
        <Icon name={icon} />
        {title}
      </h2>
      {children}
    </section>
  )
}
