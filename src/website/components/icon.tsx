import type { VNode } from 'preact'
import type { IconName } from '../icons/icon-names.ts'
import { iconsPath } from '../shell/assets.tsx'
import { Markup, toNode } from '../shell/markup.ts'

/** Decorative: the text next to it says the same, or its button has an `aria-label`. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }): VNode {
  return toNode(iconMarkup(name, small))
}

export function iconMarkup(name: IconName, small = false): Markup {
  return new Markup(
    `<svg class="icon${small ? ' icon-s' : ''}" aria-hidden="true"><use href="${iconsPath}#${name}"></use></svg>`,
  )
}
