import { expect, it } from 'vitest'
import type { Food } from '../catalog.ts'
import { CheckFailed, CheckSkipped, type Context } from '../types.ts'
import { search } from './search.ts'

const rareWords = ['marmalade', 'chickpeas', 'gingersnap', 'artichoke', 'dumplings', 'tapenade', 'jackfruit']
const names = ['Cubiertos Andinos', 'Proteccion Total', ...rareWords]
const foods: Food[] = names.map((name, index) => ({
  id: index,
  name,
  image_url: 'https://images.example/1.jpg',
}))

/** Words that the foods found do not have, but the rest of the catalog has. */
const others: Record<string, Food[]> = {
  cubirtos: [{ id: 100, name: 'Cubitos de Pollo' }],
  protecion: [{ id: 101, name: 'Sun Protection' }],
}

/** A deployment that finds the foods with a word, and for a misspelling what `correct` says. */
function deployment(correct: (misspelt: string) => Food[]): Context {
  const find = (query: string) => {
    const exact = foods.filter(({ name }) => name.toLowerCase().split(' ').includes(query))
    return exact.length > 0 ? exact : correct(query)
  }
  const answer = (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    if (pathname === '/search') return find(searchParams.get('q') ?? '')
    return pathname === '/foods/popular' ? foods : []
  }
  const get: Context['get'] = async path => {
    const json = answer(path)
    const text = JSON.stringify(json)
    const headers = { 'content-type': 'application/json' }
    const times = { seconds: 0, receivedAtMs: 0 }
    return { request: `GET ${path}`, status: 200, headers, rawBody: Buffer.from(text), text, json, ...times }
  }
  return {
    checkDefaults: false,
    includeSlow: false,
    estimateSource: 'ai_estimate',
    has: () => true,
    secret: () => '',
    get,
    send: ({ path }) => get(path),
  }
}

const check = search.find(({ id }) => id === 'typo-tolerance')
const run = (correct: (misspelt: string) => Food[]) => check?.run(deployment(correct))

const startsLike = (misspelt: string) => foods.filter(({ name }) => name.startsWith(misspelt.slice(0, 3)))

it('a misspelling that may mean another word of the catalog does not count', async () => {
  await run(misspelt => others[misspelt] ?? startsLike(misspelt))
})

it('a misspelling that finds nothing similar counts as missed', async () => {
  await expect(run(() => [])).rejects.toThrow(CheckFailed)
  await expect(run(() => [{ id: 102, name: 'Water' }])).rejects.toThrow(
    `cubirtos misses food 0 Cubiertos Andinos\nprotecion misses food 1 Proteccion Total`,
  )
})

it('skips a catalog in which every misspelling may mean another word', async () => {
  await expect(run(misspelt => [{ id: 103, name: `${misspelt}s` }])).rejects.toThrow(CheckSkipped)
})
