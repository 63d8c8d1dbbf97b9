// Runs every sample of the guides against one service with the demo, and checks that pages show no others.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { startHttpServer } from '@larder/mcp'
import { createAdapter } from '@larder/off-adapter'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { exportPack } from '../../../src/packs/export.ts'
import { withConnection } from '../../../src/platform/database/pool.ts'
import {
  type GuideSample,
  guideSampleOutput,
  guideSamples,
  guideSampleText,
} from '../../../src/website/docs/guide-samples.ts'
import { docsPages } from '../../../src/website/docs/nav.ts'
import { withDemoService } from '../../support/demo-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-guides-'))
const packsFolder = join(folder, 'packs')
const demo = withDemoService({ PACKS_DIR: packsFolder })
const run = promisify(execFile)
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the sample and checks its effect. */
type Check = (file: GuideSample) => Promise<void>

const prints =
  (command: string, args: (text: string) => string[], env: Record<string, string> = {}): Check =>
  async file => {
    const text = guideSampleText(file, demo.service.apiUrl)
    const { stdout } = await run(command, args(text), { timeout: 120_000, env: { ...process.env, ...env } })
    expect(stdout).toBe(guideSampleOutput(file))
  }

/** Uses the built packages, as an app does. */
const node = prints(process.execPath, text => ['--input-type=module-typescript', '--eval', text])
const shell = prints('bash', text => ['-c', text])
// Debian's Python, which has httpx.
const python = prints('/usr/bin/python3', text => ['-c', text], { PYTHONPATH: 'clients/python/src' })

/** Starts the server as the configuration says, with the package of this repository instead of the published one. */
const assistantConfiguration: Check = async file => {
  const { larder } = JSON.parse(guideSampleText(file, demo.service.apiUrl)).mcpServers
  expect([larder.command, ...larder.args]).toEqual(['npx', '-y', '@larder/mcp'])
  const { name, bin } = JSON.parse(readFileSync('packages/mcp/package.json', 'utf8'))
  const [program = '', ...others] = Object.values<string>(bin)
  expect([name, others]).toEqual(['@larder/mcp', []])
  const client = new Client({ name: 'test', version: '1.0.0' })
  const args = [join('packages/mcp', program)]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: larder.env }))
  const { structuredContent } = await client.callTool({
    name: 'get_food',
    arguments: { barcode: '051500255162' },
  })
  await client.close()
  expect(structuredContent).toMatchObject({ food: { name: 'Creamy Peanut Butter' } })
}

const assistant: Check = async file => {
  const server = await startHttpServer({ apiUrl: demo.service.apiUrl, apiKey: undefined, port: 0 })
  try {
    const text = guideSampleText(file, demo.service.apiUrl).replace('http://localhost:8091/mcp', server.url)
    const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', text])
    expect(stdout).toBe(guideSampleOutput(file))
  } finally {
    await server.stop()
  }
}

const adapter: Check = async file => {
  const server = createAdapter({ larderUrl: demo.service.apiUrl }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const text = guideSampleText(file, demo.service.apiUrl).replace('localhost:8090', `127.0.0.1:${port}`)
    const { stdout } = await run('bash', ['-c', text])
    expect(stdout).toBe(guideSampleOutput(file))
  } finally {
    server.close()
  }
}

const downloadPack: Check = async file => {
  const selection = { country: null, top: 100_000, fields: 'lean' } as const
  const ignore = () => undefined
  await withConnection(demo.stores.databaseUrl, client =>
    exportPack(client, {
      selection,
      folder: packsFolder,
      onFoods: ignore,
      onPhase: ignore,
    }),
  )
  const text = guideSampleText(file, demo.service.apiUrl, demo.service.websiteUrl)
  await run('bash', ['-c', text], { cwd: folder })
}

/** Runs after `downloadPack` and prints rows as the shell of SQLite does. */
const sql: Check = async file => {
  const pack = new DatabaseSync(join(folder, 'foods.sqlite'), { readOnly: true })
  const rows = pack.prepare(guideSampleText(file, demo.service.apiUrl)).all()
  pack.close()
  const lines = rows.map(row =>
    Object.values(row)
      .map(value => value ?? '')
      .join('|'),
  )
  expect(`${lines.join('\n')}\n`).toBe(guideSampleOutput(file))
}

/** How each sample is run. */
const checks: Record<GuideSample, Check> = {
  'quick-start/shell.sh': shell,
  'quick-start/node.ts': node,
  'quick-start/python.py': python,
  'coming-from/open-food-facts.ts': node,
  'coming-from/adapter.sh': adapter,
  'coming-from/fooddata-central.ts': node,
  'coming-from/nutritionix.ts': node,
  'coming-from/fatsecret.ts': node,
  'coming-from/barcode-forms.sh': shell,
  'assistant/mcp.json': assistantConfiguration,
  'assistant/total-meal.ts': assistant,
  'offline/download.sh': downloadPack,
  'offline/barcode.sql': sql,
  'offline/search.sql': sql,
  'offline/credit.sql': sql,
}

describe('samples', () => {
  it.each(guideSamples)('%s runs', file => checks[file](file))

  it('of the quick starts have fewer than 20 lines', () => {
    const lines = guideSamples
      .filter(file => file.startsWith('quick-start/'))
      .map(file => guideSampleText(file, '').trimEnd().split('\n').length)
    expect(lines).toHaveLength(3)
    expect(Math.max(...lines)).toBeLessThan(20)
  })

  it('in TypeScript have no type errors', async () => {
    await run('node_modules/.bin/tsc', ['-p', 'examples/tsconfig.json'])
  })

  it('are all files of examples/ but the larger ones, which examples.test.ts runs', () => {
    const others = ['diary', 'spreadsheet']
    const files = globSync('examples/*/*')
      .map(file => file.slice('examples/'.length))
      .filter(file => !others.includes(file.split('/')[0] ?? ''))
    const outputs = guideSamples
      .filter(file => guideSampleOutput(file) !== undefined)
      .map(file => file.replace(/\.\w+$/, '.txt'))
    expect(files.sort()).toEqual([...guideSamples, ...outputs].sort())
  })
})

describe('documentation pages', () => {
  /** Commands that install Larder or change an account. Do not add to them: use examples/. */
  const otherCode = {
    '/docs': ['First request', 'Request with an API key'],
    '/docs/keys': ['Request with an API key', 'Rotate a key'],
    '/docs/attribution': ['Attribution as text', 'Attribution as HTML'],
    '/docs/self-hosting': ['Install and run', 'First request', 'Import foods'],
  }
  /** Generated from openapi.json. */
  const isGenerated = (path: string) => path === '/docs/playground' || path.startsWith('/docs/reference')
  const pages = new Map<string, string>()

  beforeAll(async () => {
    for (const { path } of docsPages) pages.set(path, (await ask(demo.service.websiteUrl, path)).text)
  })

  it('show only samples that are run', () => {
    const found: Record<string, string[]> = {}
    for (const [path, html] of pages) {
      if (isGenerated(path)) continue
      const [before = '', ...blocks] = html.split('<div class="code">')
      const names = blocks.flatMap((block, index) => {
        const isSample =
          /data-sample="[^"]+">$/.test(blocks[index - 1] ?? before) || /<pre[^>]* data-sample=/.test(block)
        const [, name] = / data-copy[^>]* aria-label="Copy code: ([^"]+)"/.exec(block) ?? []
        return isSample || name === undefined ? [] : [name]
      })
      if (names.length > 0) found[path] = names
    }
    expect(found).toEqual(otherCode)
  })

  it('show every sample, as it is in its file', () => {
    const shown = new Map<string, string>()
    for (const html of pages.values()) {
      for (const [, file = '', code = ''] of html.matchAll(
        /data-sample="([^"]+\/[^"]+)">(?:(?!<pre|data-sample).)*?(?:<pre[^>]*>)?<code>(.*?)<\/code>/gs,
      ))
        shown.set(file, unescapeHtml(code.replaceAll(/<\/?span[^>]*>/g, '')))
    }
    const { apiUrl, websiteUrl } = shownUrls()
    const expected = guideSamples.map(file => [file, guideSampleText(file, apiUrl, websiteUrl).trimEnd()])
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))
  })
})

/** The public URLs of a service without settings for them. */
function shownUrls() {
  const [apiUrl = '', websiteUrl = ''] = [demo.service.apiUrl, demo.service.websiteUrl].map(url =>
    url.replace('127.0.0.1', 'localhost'),
  )
  return { apiUrl, websiteUrl }
}

function unescapeHtml(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? '')
}
