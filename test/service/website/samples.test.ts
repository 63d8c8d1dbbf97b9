// Runs the code samples of the documentation in curl, JavaScript and Python.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { requestSamples } from '../../../src/website/components/request-samples.ts'
import { type Language, languages, sampleText, type Task, tasks } from '../../../src/website/docs/samples.ts'
import { withDemoService } from '../../support/demo-service.ts'

const demo = withDemoService({ RESPONSE_CACHE_MB: '0' })
const limited = withDemoService({ RATE_LIMIT_ANONYMOUS_PER_MINUTE: '1' })

const run = promisify(execFile)

const runners: Partial<Record<Language, (text: string) => [string, string[]]>> = {
  curl: text => ['bash', ['-c', text]],
  js: text => [process.execPath, ['--input-type=module', '--eval', text]],
  py: text => ['python3', ['-c', text]],
}

const runnable = languages.filter(({ id }) => runners[id])

async function outputOf(task: Task, language: Language, apiUrl: string, transform = (text: string) => text) {
  const [command, args] = runners[language]?.(transform(sampleText(task, language, apiUrl))) ?? ['false', []]
  const { stdout } = await run(command, args, { timeout: 120_000 })
  return stdout.trim().split('\n')
}

it('has exactly one sample per task and language', () => {
  const files = tasks.flatMap(task => languages.map(({ extension }) => `${task}.${extension}`))
  expect(readdirSync('src/website/docs/samples').sort()).toEqual(files.sort())
})

it('uses the URL of this deployment in all samples; Swift and Kotlin are not run because their compilers are missing', () => {
  for (const task of tasks) {
    for (const { id } of languages) {
      const text = sampleText(task, id, 'https://api.larder.example')
      expect(text).toContain('https://api.larder.example/')
      expect(text).not.toContain('localhost')
    }
  }
})

it('replaces the barcode and the search by those of the catalog at hand', () => {
  const examples = { barcode: '3017620422003', query: 'hazelnut spread' }
  for (const { id } of languages) {
    expect(sampleText('barcode', id, 'https://api.larder.example', examples)).toContain('3017620422003')
    expect(sampleText('search', id, 'https://api.larder.example', examples)).toContain('hazelnut spread')
  }
})

describe.each(runnable)('$id', ({ id }) => {
  it('requests a URL and prints the response', async () => {
    const url = `${demo.service.apiUrl}/barcode/051500255162`
    const text = requestSamples(url).find(({ tab }) => tab === id)?.text ?? ''
    const [command, args] = runners[id]?.(text) ?? ['false', []]
    const { stdout } = await run(command, args, { timeout: 120_000 })
    expect(stdout).toMatch(/['"]?name['"]?: ?['"]Creamy Peanut Butter['"]/)
  })

  it('prints name, brand and energy of the search results', async () => {
    const { json: foods } = await demo.ask('/search?q=whole+milk&limit=5')
    const lines = foods.map(
      (food: { name: string; brand: string | null; calories_kcal: number | null }) =>
        `${food.name}, ${food.brand ?? 'no brand'}: ${food.calories_kcal ?? 'unknown'} kcal`,
    )
    expect(lines.length).toBeGreaterThan(2)
    expect(await outputOf('search', id, demo.service.apiUrl)).toEqual(lines)
  })

  it('prints the food with a barcode, or that it was not found', async () => {
    expect(await outputOf('barcode', id, demo.service.apiUrl)).toEqual([
      'Creamy Peanut Butter (0051500255162)',
    ])
    const other = (text: string) => text.replace('051500255162', '4000000000006')
    expect(await outputOf('barcode', id, demo.service.apiUrl, other)).toEqual(['Barcode not found.'])
  })

  it('calculates a 30 g portion and keeps unknown values', async () => {
    expect(await outputOf('portion', id, demo.service.apiUrl)).toEqual([
      'energy: 177.9 kcal',
      'protein: 6.6 g',
    ])
    await demo.stores.sql('update foods set protein_g = null where barcode = $1', ['0051500255162'])
    try {
      const lines = await outputOf('portion', id, demo.service.apiUrl)
      expect(lines).toEqual(['energy: 177.9 kcal', 'protein: unknown g'])
    } finally {
      await demo.stores.sql('update foods set protein_g = 21.9 where barcode = $1', ['0051500255162'])
    }
  })

  it('retries after 429 when Retry-After has passed', async () => {
    await exhaustLimit()
    const { json: categories } = await demo.ask('/foods/categories')
    const startedAt = Date.now()
    expect(await outputOf('retry', id, limited.service.apiUrl)).toEqual([categories[0].category])
    expect(Date.now() - startedAt).toBeGreaterThan(1_000)
  })
})

/** Uses the only request of the minute and lets the window end in 1.5 seconds. */
async function exhaustLimit(): Promise<void> {
  const redis = new Redis(limited.stores.redisUrl)
  await redis.flushdb()
  expect((await limited.ask('/foods/categories')).status).toBe(200)
  const [window = ''] = await redis.keys('limit:*:minute')
  await redis.hset(window, 'end', Date.now() + 1_500)
  redis.disconnect()
  expect((await limited.ask('/foods/categories')).status).toBe(429)
}
