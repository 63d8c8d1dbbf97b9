// The canonical categories (rule canonical-categories): one short list for all sources, as a tree to browse.
import { readYaml } from '../language/read-yaml.ts'

export interface Category {
  /** As shown in `category`. */
  name: string
  /** Ids of the Open Food Facts taxonomy that mean this category. */
  tags: string[]
  parent: string | null
}

interface Branch {
  tags: string[]
  children?: Tree
}
type Tree = Record<string, string[] | Branch>

const tree = readYaml(new URL('./categories.yaml', import.meta.url)) as Tree

/** Parents before their children, otherwise in the order of the file. */
export const categories: readonly Category[] = listCategories(tree, null)

function listCategories(branches: Tree, parent: string | null): Category[] {
  return Object.entries(branches).flatMap(([name, branch]) => {
    const { tags, children = {} } = Array.isArray(branch) ? { tags: branch } : branch
    return [{ name, tags, parent }, ...listCategories(children, name)]
  })
}

const parents = new Map(categories.map(({ name, parent }) => [name, parent]))

/** From the top-level category down to this one; only the name itself if it is no canonical category. */
export function categoryTrail(name: string): string[] {
  const trail: string[] = []
  for (let next: string | null = name; next !== null; next = parents.get(next) ?? null) trail.unshift(next)
  return trail
}

const trails = categories.map(({ name }) => categoryTrail(name))

/** The category and all categories below it; only the name itself if it is no canonical category. */
export function categoryWithDescendants(name: string): string[] {
  const found = trails.filter(trail => trail.includes(name)).map(trail => trail.at(-1) ?? name)
  return found.length === 0 ? [name] : found
}

/** The names of the categories directly below; of the top level for null. */
export function childCategories(parent: string | null): string[] {
  return categories.filter(category => category.parent === parent).map(({ name }) => name)
}
