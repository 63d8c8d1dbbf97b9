import type { ListView } from '../components/view-switch.tsx'

interface CategoryList {
  offset?: number
  view?: ListView
  /** Empty: by popularity. */
  sort?: string
}

/** URL path of a category's food list. */
export function categoryPath(
  category: string,
  { offset = 0, view = 'rows', sort = '' }: CategoryList = {},
): string {
  const query = new URLSearchParams({ name: category })
  if (sort !== '') query.set('sort', sort)
  if (view !== 'rows') query.set('view', view)
  if (offset > 0) query.set('offset', String(offset))
  return `/category?${query}`
}
