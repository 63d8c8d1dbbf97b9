import { useMessages } from '../i18n/messages.ts'
import { type ClaimSlug, claimPath, claimSlugs } from './claims.ts'

/** Links to the lists of what people look for in foods. */
export function ClaimLinks({ current }: { current?: ClaimSlug }) {
  const t = useMessages('claims')
  return (
    <section class="stack no-print" aria-labelledby="claims-title">
      <h2 id="claims-title">{t.heading}</h2>
      <ul class="cluster">
        {claimSlugs
          .filter(slug => slug !== current)
          .map(slug => (
            <li key={slug}>
              <a class="chip" href={claimPath(slug)}>
                {t.titles[slug]}
              </a>
            </li>
          ))}
      </ul>
    </section>
  )
}
