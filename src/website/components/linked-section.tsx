import type { ComponentChildren, VNode } from 'preact'
import type { CategoryCount } from '../../catalog/categories.ts'
import { categoryPath } from '../categories/category-path.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { markup, toNode } from '../shell/markup.ts'
import { categoryTileMarkup } from './category-tile.tsx'
import { categoryName } from './names.ts'

/** A section of a page that links to more of the same. */
export function LinkedSection(props: {
  class: string
  title: string
  href: string
  more: string
  children: ComponentChildren
}) {
  return (
    <section class={props.class}>
      <div class="between">
        <h2>{props.title}</h2>
        <a class="more" href={props.href}>
          {props.more}
        </a>
      </div>
      {props.children}
    </section>
  )
}

// Categories with their picture and number of foods, each a link.

export function CategoryShelf({ categories }: { categories: CategoryCount[] }): VNode {
  const t = useMessages('shared')
  const locale = useLocale()
  return toNode(markup`
    <ul class="shelf">
      ${categories.map(
        ({ category, count }) => markup`
          <li>
            <a href="${categoryPath(category)}">
              ${categoryTileMarkup(category)}
              <span><b>${categoryName(category, locale)}</b><small class="tnum">${t.foodCount({ count })}</small></span>
            </a>
          </li>`,
      )}
    </ul>`)
}
