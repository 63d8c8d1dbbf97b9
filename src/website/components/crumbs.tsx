import { useMessages } from '../i18n/messages.ts'

/** The way from the top to this page; the last entry is the page itself if it has no address. */
export function Crumbs({ trail }: { trail: { name: string; href?: string }[] }) {
  const t = useMessages('shared')
  return (
    <nav class="crumbs" aria-label={t.breadcrumb}>
      <ol>
        {trail.map(({ name, href }) => (
          <li key={name}>
            {href === undefined ? <span aria-current="page">{name}</span> : <a href={href}>{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
