import { foldedWords } from './fold.ts'

const longestSlug = 60

/** The path of a food's page on the website (decision 33): `/food/{id}-{slug}`. */
export function pagePath(id: number, name: string): string {
  const words = foldedWords(name).filter(word => /^[a-z0-9]+$/.test(word))
  let slug = words[0]?.slice(0, longestSlug) ?? 'food'
  for (const word of words.slice(1)) {
    if (slug.length + 1 + word.length > longestSlug) break
    slug += `-${word}`
  }
  return `/food/${id}-${slug}`
}
