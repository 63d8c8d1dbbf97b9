// The card of sign-up, sign-in and the pages that links in mails lead to.
import type { ComponentChildren } from 'preact'

interface AuthCardProps {
  title: string
  lead?: ComponentChildren
  children?: ComponentChildren
  /** Next to the card. */
  side?: ComponentChildren
}

export function AuthCard({ title, lead, children, side }: AuthCardProps) {
  return (
    <div class={`wrap auth${side ? '' : ' auth-single'}`}>
      <div class="card auth-form stack">
        <div>
          <h1>{title}</h1>
          {lead && <p class="muted">{lead}</p>}
        </div>
        {children}
      </div>
      {side}
    </div>
  )
}
