// Categories with their picture and number of foods, each a link.
import type { VNode } from 'preact'
import type { CategoryCount } from '../../catalog/categories.ts'
import { categoryPath } from '../categories/category-path.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { shared } from '../messages/index.ts'
import { markup, toNode } from '../shell/markup.ts'
import { categoryName } from './category-name.ts'
import { categoryTileMarkup } from './category-tile.tsx'

export function CategoryShelf({ categories }: { categories: CategoryCount[] }): VNode {
  const t = useMessages(shared)
  const locale = useLocale()
  return toNode(markup`
    <ul class="shelf">
      ${categories.map(
        ({ category, count }) => markup`
          <li>
            <a href="${categoryPath(category)}">
              ${categoryTileMarkup(category)}
              <span><b>${categoryName(category, locale)}</b><small class="tnum">${t.foodCount(count)}</small></span>
            </a>
          </li>`,
      )}
    </ul>`)
}
