// Lists in cards: what it is, details below, and what can be done with it.
import type { ComponentChildren } from 'preact'
import type { Passkey } from '../../../accounts/sign-in/passkeys.ts'
import { Day, Timestamp } from '../../components/timestamp.tsx'
import { useMessages } from '../../i18n/messages.ts'

interface ListCardProps {
  title: string
  /** Next to the title. */
  action?: ComponentChildren
  /** Shown instead of an empty list. */
  empty?: string
  children: ComponentChildren[]
}

export function ListCard({ title, action, empty, children }: ListCardProps) {
  return (
    <section class="card card-flush">
      <div class="card-head">
        <h2>{title}</h2>
        {action}
      </div>
      {children.length === 0 ? <p class="pad muted">{empty}</p> : <ul class="row-list">{children}</ul>}
    </section>
  )
}

interface RowProps {
  title: ComponentChildren
  badge?: ComponentChildren
  details?: ComponentChildren
  action?: ComponentChildren
}

export function Row({ title, badge, details, action }: RowProps) {
  return (
    <li>
      <div>
        <p class="cluster">
          <b>{title}</b> {badge}
        </p>
        {details && <p class="small muted row-details">{details}</p>}
      </div>
      {action}
    </li>
  )
}

/** When something was last used. */
export function LastUsed({ at }: { at: Date | null }) {
  const t = useMessages('security')
  return at ? (
    <span>
      {t.lastUsed} <Timestamp at={at} />
    </span>
  ) : (
    <span>{t.neverUsed}</span>
  )
}

export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const t = useMessages('security')
  const { id, name, created_at, last_used_at } = passkey
  return (
    <Row
      title={name}
      details={
        <>
          <span>
            {t.added} <Day at={created_at} />
          </span>
          <LastUsed at={last_used_at} />
        </>
      }
      action={
        <a
          class="btn btn-s"
          href={`/account/security/passkeys/${id}/remove`}
          aria-label={t.removeNamed({ name })}
        >
          {t.remove}
        </a>
      }
    />
  )
}
