// A page that says why there is no page: search first, request ID last.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ComponentChildren } from 'preact'
import { Icon } from '../../components/icon.tsx'
import { code } from '../../components/rich-text.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { useMessages } from '../../i18n/messages.ts'
import type { IconName } from '../../icons/icon-names.ts'
import { sendPage } from '../responses.tsx'

export interface ErrorPage {
  status: number
  title: string
  text: string
  /** What to do, below the search. */
  advice?: ComponentChildren
}

export function sendErrorPage(request: FastifyRequest, reply: FastifyReply, page: ErrorPage): FastifyReply {
  return sendPage(request, reply, {
    title: page.title,
    status: page.status,
    search: 'own',
    footer: 'slim',
    noIndex: true,
    content: <ErrorContent {...page} requestId={request.id} />,
  })
}

function ErrorContent({ status, title, text, advice, requestId }: ErrorPage & { requestId: string }) {
  const t = useMessages('errors')
  const links: [href: string, tint: string, icon: IconName, name: string, text: string][] = [
    ['/search', 'milk', 'search', t.searchFoods, t.searchFoodsText],
    ['/categories', 'green', 'layout-grid', t.categories, t.categoriesText],
    ['/docs', 'wheat', 'book-open', t.docs, t.docsText],
    ['/', 'stone', 'house', t.home, t.homeText],
  ]
  return (
    <div class="wrap narrow lost stack-l">
      <div class="stack-s">
        <p class="eyebrow">{status}</p>
        <h1 class="h-xl">{title}</h1>
        <p class="muted lead-s">{text}</p>
      </div>
      <SearchField id="lost" />
      {advice && <div class="stack-s">{advice}</div>}
      <ul class="shelf shelf-2">
        {links.map(([href, tint, icon, name, about]) => (
          <li key={href}>
            <a href={href}>
              <span class={`tile tile-${tint}`}>
                <Icon name={icon} />
              </span>
              <span>
                <b>{name}</b>
                <small>{about}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p class="small muted">{t.requestId({ id: requestId, code })}</p>
    </div>
  )
}
