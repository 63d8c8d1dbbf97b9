/** Where the foods of a category are listed. */
export function categoryPath(category: string, offset = 0): string {
  const query = new URLSearchParams({ name: category })
  if (offset > 0) query.set('offset', String(offset))
  return `/category?${query}`
}
