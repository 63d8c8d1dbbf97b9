// A page of the account that consists of a form, in a card below its title.
import type { ComponentChildren } from 'preact'
import { Icon } from '../components/icon.tsx'

interface AccountFormProps {
  title: ComponentChildren
  lead?: ComponentChildren
  /** The page above this one. */
  back?: string
  backName?: string
  children?: ComponentChildren
}

export function AccountForm({ title, lead, back, backName, children }: AccountFormProps) {
  return (
    <section class="stack account-form">
      {back && (
        <a class="back" href={back}>
          <Icon name="chevron-left" small />
          {backName}
        </a>
      )}
      <div>
        <h1>{title}</h1>
        {lead && <p class="muted measure">{lead}</p>}
      </div>
      <div class="card stack">{children}</div>
    </section>
  )
}
