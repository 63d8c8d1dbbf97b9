// Tags of the Open Food Facts taxonomies: `en:sesame-seeds`.

export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Of an English name, or of one with its language before it: `fr:label rouge`. */
export function tagOf(name: string): string {
  const [, language = 'en', words = name] = /^([a-z]{2}):(.+)$/.exec(name) ?? []
  return `${language}:${slugOf(words)}`
}
