// Larder's categories as tags of the Open Food Facts taxonomy, and the other way round.
import { categoryOutline } from './category-outline.ts'
import { slugOf } from './tags.ts'

interface Category {
  name: string
  /** From the top-level category down to this one. */
  trail: string[]
  tags: string[]
}

const categories = parseOutline(categoryOutline)
const byName = new Map(categories.map(category => [category.name, category]))
const byTag = new Map(categories.flatMap(({ name, tags }) => tags.map(tag => [tag, name])))
const bySlug = new Map(categories.map(({ name }) => [slugOf(name), name]))

function parseOutline(outline: string): Category[] {
  const trail: string[] = []
  return outline
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [label = '', tags = ''] = line.split(': ')
      const name = label.trimStart()
      trail.splice((label.length - name.length) / 2, Number.POSITIVE_INFINITY, name)
      return { name, trail: [...trail], tags: tags.split(' ') }
    })
}

/** The category and its parents, the most general first. */
export function categoryTrail(name: string): string[] {
  return byName.get(name)?.trail ?? [name]
}

/** The English tag if there is one: apps translate the taxonomy from English. */
export function categoryTag(name: string): string {
  const tags = byName.get(name)?.tags ?? []
  return tags.find(tag => tag.startsWith('en:')) ?? tags[0] ?? `en:${slugOf(name)}`
}

/** The category that a filter means: `en:pizzas`, `pizzas` or `Pizzas`. Undefined if Larder has none. */
export function categoryOfTag(tag: string): string | undefined {
  const slug = slugOf(tag.replace(/^[a-z]{2}:/, ''))
  return byTag.get(tag) ?? byTag.get(`en:${slug}`) ?? bySlug.get(slug)
}
