// What tags in messages become.
import type { ComponentChildren } from 'preact'

export const b = (children: ComponentChildren) => <b>{children}</b>
export const code = (text: string) => <code>{text}</code>
export const linkTo = (href: string) => (text: string) => <a href={href}>{text}</a>
