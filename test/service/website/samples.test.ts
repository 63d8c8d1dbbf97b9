// The code samples of the documentation do what they say: those in curl, JavaScript and Python are run here.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { type Language, languages, sampleText, type Task, tasks } from '../../../src/website/docs/samples.ts'
import { withDemoService } from '../../support/demo-service.ts'

const demo = withDemoService()
const limited = withDemoService({ RATE_LIMIT_ANONYMOUS_PER_MINUTE: '1' })

const run = promisify(execFile)

const runners: Partial<Record<Language, (text: string) => [string, string[]]>> = {
  curl: text => ['bash', ['-c', text]],
  javascript: text => [process.execPath, ['--input-type=module', '--eval', text]],
  python: text => ['python3', ['-c', text]],
}

const runnable = languages.filter(({ id }) => runners[id])

async function outputOf(task: Task, language: Language, apiUrl: string, change = (text: string) => text) {
  const [command, args] = runners[language]?.(change(sampleText(task, language, apiUrl))) ?? ['false', []]
  const { stdout } = await run(command, args, { timeout: 15_000 })
  return stdout.trim().split('\n')
}

it('there is a sample for every task in every language, and no other', () => {
  const files = tasks.flatMap(task => languages.map(({ extension }) => `${task}.${extension}`))
  expect(readdirSync('src/website/docs/samples').sort()).toEqual(files.sort())
})

it('all samples ask the address of this service; Swift and Kotlin are not run, for want of their compilers', () => {
  for (const task of tasks) {
    for (const { id } of languages) {
      const text = sampleText(task, id, 'https://api.larder.example')
      expect(text).toContain('https://api.larder.example/')
      expect(text).not.toContain('localhost')
    }
  }
})

describe.each(runnable)('$name', ({ id }) => {
  it('search prints name, brand and energy of the best foods', async () => {
    const { json: foods } = await demo.ask('/search?q=whole+milk&limit=5')
    const lines = foods.map(
      (food: { name: string; brand: string | null; calories_kcal: number | null }) =>
        `${food.name}, ${food.brand ?? 'no brand'}: ${food.calories_kcal ?? 'unknown'} kcal`,
    )
    expect(lines.length).toBeGreaterThan(2)
    expect(await outputOf('search', id, demo.service.apiUrl)).toEqual(lines)
  })

  it('barcode prints the food, and says when there is none', async () => {
    expect(await outputOf('barcode', id, demo.service.apiUrl)).toEqual(['Whole Milk (0015887170128)'])
    const other = (text: string) => text.replace('015887170128', '4000000000006')
    expect(await outputOf('barcode', id, demo.service.apiUrl, other)).toEqual(['No food has this barcode.'])
  })

  it('portion computes for 30 g, and leaves unknown what is unknown', async () => {
    expect(await outputOf('portion', id, demo.service.apiUrl)).toEqual(['energy: 18.6 kcal', 'protein: 1 g'])
    await demo.stores.sql('update foods set protein_g = null where barcode = $1', ['0015887170128'])
    try {
      const lines = await outputOf('portion', id, demo.service.apiUrl)
      expect(lines).toEqual(['energy: 18.6 kcal', 'protein: unknown g'])
    } finally {
      await demo.stores.sql('update foods set protein_g = 3.3 where barcode = $1', ['0015887170128'])
    }
  })

  it('waiting asks again after 429, when the time is over', async () => {
    await useUpTheLimit()
    const { json: categories } = await demo.ask('/foods/categories')
    const began = Date.now()
    expect(await outputOf('waiting', id, limited.service.apiUrl)).toEqual([categories[0].category])
    expect(Date.now() - began).toBeGreaterThan(1_000)
  })
})

/** The only request of this minute is taken, and the minute ends in a second and a half. */
async function useUpTheLimit(): Promise<void> {
  const redis = new Redis(limited.stores.redisUrl)
  await redis.flushdb()
  expect((await limited.ask('/foods/categories')).status).toBe(200)
  const [window = ''] = await redis.keys('limit:*:minute')
  await redis.hset(window, 'end', Date.now() + 1_500)
  redis.disconnect()
  expect((await limited.ask('/foods/categories')).status).toBe(429)
}
