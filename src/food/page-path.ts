import { tokenize } from '../language/tokenize.ts'

const maxSlugLength = 60

/** The path of a food's page on the website (rule page-path): `/food/{id}-{slug}`. */
export function pagePath(id: number, name: string): string {
  const words = tokenize(name).filter(word => /^[a-z0-9]+$/.test(word))
  let slug = words[0]?.slice(0, maxSlugLength) ?? 'food'
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > maxSlugLength) break
    slug += `-${word}`
  }
  return `/food/${id}-${slug}`
}
