/** URL path of a category's food list. */
export function categoryPath(category: string, offset = 0): string {
  const query = new URLSearchParams({ name: category })
  if (offset > 0) query.set('offset', String(offset))
  return `/category?${query}`
}
