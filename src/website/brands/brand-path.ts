import type { ListView } from '../components/view-switch.tsx'

/** URL path of a brand's food list. */
export function brandPath(
  brand: string,
  { offset = 0, view = 'rows' }: { offset?: number; view?: ListView } = {},
): string {
  const query = new URLSearchParams({ name: brand })
  if (view !== 'rows') query.set('view', view)
  if (offset > 0) query.set('offset', String(offset))
  return `/brand?${query}`
}
