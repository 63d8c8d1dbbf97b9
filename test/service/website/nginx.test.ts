// Runs deploy/nginx.conf in a real nginx in front of the service.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask } from '../../../lab/clients/http.ts'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { startService } from '../../../lab/service.ts'
import type { RunningService } from '../../../src/main/serve.ts'
import { password } from '../../support/accounts.ts'
import { createStores, type TestStores } from '../../support/database.ts'

const program = '/usr/sbin/nginx'
const isInstalled = existsSync(program)

describe.skipIf(!isInstalled)(
  `nginx in front of the service${isInstalled ? '' : ` (skipped: no ${program})`}`,
  () => {
    let stores: TestStores
    let service: RunningService
    let isRunning = true
    let proxy: Server
    let nginx: ChildProcess
    let folder: string
    let url: string
    let apiUrl: string
    /** Requests received by the website, newest last. */
    const received: { path: string; headers: IncomingHttpHeaders }[] = []
    const requestsFor = (path: string) => received.filter(each => each.path === path)

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'larder-nginx-'))
      stores = await createStores('fixture-foods')
      const ports = { website: await findFreePort(), api: await findFreePort() }
      url = `http://localhost:${ports.website}`
      apiUrl = `http://localhost:${ports.api}`
      service = await startService(stores, { WEB_PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1' })
      proxy = startShortCacheProxy(service.websiteUrl, received)
      proxy.listen(0, '127.0.0.1')
      await once(proxy, 'listening')
      const configuration = writeConfiguration(folder, [
        ['listen 80;\n    server_name www.', `listen 127.0.0.1:${ports.website};\n    server_name www.`],
        ['listen 80;\n    server_name api.', `listen 127.0.0.1:${ports.api};\n    server_name api.`],
        ['127.0.0.1:8081', `127.0.0.1:${(proxy.address() as AddressInfo).port}`],
        ['127.0.0.1:8080', new URL(service.apiUrl).host],
      ])
      nginx = spawn(program, ['-p', folder, '-e', 'stderr', '-c', configuration], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await vi.waitFor(() => ask(url, '/robots.txt'), 120_000)
    })
    afterAll(async () => {
      if (nginx.exitCode === null) {
        nginx.kill('SIGTERM')
        await once(nginx, 'exit')
      }
      proxy.close()
      proxy.closeAllConnections()
      if (isRunning) await service.stop()
      await stores.drop()
      rmSync(folder, { recursive: true })
    })

    it('caches public pages and answers conditional requests', async () => {
      const first = await ask(url, '/categories')
      const second = await ask(url, '/categories')
      expect([first.status, first.headers['x-cache']]).toEqual([200, 'MISS'])
      expect([second.status, second.headers['x-cache']]).toEqual([200, 'HIT'])
      expect(second.text).toBe(first.text)
      const etag = second.headers.etag ?? ''
      const third = await ask(url, '/categories', { headers: { 'if-none-match': etag } })
      expect([third.status, third.text, third.headers['x-cache']]).toEqual([304, '', 'HIT'])
      expect(requestsFor('/categories')).toHaveLength(1)
    })

    it('keeps one compressed copy of a page per encoding', async () => {
      const plain = await ask(url, '/popular')
      const accepted = ['gzip', 'GZIP, deflate', 'gzip;q=0.5, br;q=0', 'br', 'gzip, deflate, br, zstd']
      const seen: (string | null)[][] = []
      for (const value of accepted) {
        const response = await fetch(`${url}/popular`, { headers: { 'accept-encoding': value } })
        seen.push([response.headers.get('content-encoding'), response.headers.get('x-cache')])
        expect(response.headers.get('vary')).toBe('Cookie, Accept-Encoding')
        expect(await response.text()).toBe(plain.text)
      }
      expect(seen).toEqual([
        ['gzip', 'MISS'],
        ['gzip', 'HIT'],
        ['gzip', 'HIT'],
        ['br', 'MISS'],
        ['br', 'HIT'],
      ])
      expect(plain.headers['content-encoding']).toBeUndefined()
    })

    it('keeps a copy of a page for each theme, label, and language of an English food page', async () => {
      const food = (await ask(apiUrl, '/foods/popular?limit=1')).json[0].static_url as string
      const read = async (path: string, headers: Record<string, string>) => {
        const answer = await ask(url, path, { headers })
        return [
          answer.headers['x-cache'],
          /<html[^>]*>/.exec(answer.text)?.[0],
          /value="(\w+)" aria-current/.exec(answer.text)?.[1],
        ]
      }
      const light = '<html lang="en">'
      const british = { 'accept-language': 'en-GB,en;q=0.9' }
      expect(await read(food, {})).toEqual(['MISS', light, 'us'])
      expect(await read(food, { cookie: 'theme=dark' })).toEqual([
        'MISS',
        '<html lang="en" data-theme="dark">',
        'us',
      ])
      expect(await read(food, british)).toEqual(['MISS', light, 'uk'])
      expect(await read(food, { ...british, cookie: 'label=eu' })).toEqual(['MISS', light, 'eu'])
      expect(await read(food, british)).toEqual(['HIT', light, 'uk'])
      expect(await read(food, {})).toEqual(['HIT', light, 'us'])
      expect(await read(`/de${food}`, {})).toEqual(['MISS', '<html lang="de">', 'eu'])
      expect(await read(`/de${food}`, british)).toEqual(['HIT', '<html lang="de">', 'eu'])
    })

    it('passes compressed responses of the API on', async () => {
      const response = await fetch(`${apiUrl}/foods/popular`, { headers: { 'accept-encoding': 'br' } })
      expect(response.headers.get('content-encoding')).toBe('br')
      expect(await response.text()).toBe((await ask(apiUrl, '/foods/popular')).text)
    })

    it('strips forwarding headers sent by the client', async () => {
      await ask(url, '/docs', {
        headers: {
          'x-forwarded-for': '203.0.113.9',
          forwarded: 'for=203.0.113.9',
          te: 'trailers',
          proxy: 'x',
        },
      })
      const [{ headers } = { headers: {} as IncomingHttpHeaders }] = requestsFor('/docs')
      expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
      expect(headers.host).toBe(new URL(url).host)
      expect([headers.forwarded, headers.te, headers['proxy'], headers.upgrade]).toEqual(
        Array.from({ length: 4 }, () => undefined),
      )
    })

    it('never caches personal pages or responses with cookies', async () => {
      const ann = visitWebsite(url)
      for (let n = 0; n < 2; n++) expect((await ask(url, '/sign-up')).headers['x-cache']).toBe('MISS')
      const signedUp = await ann.send('/sign-up', '/sign-up', { name: 'ann', email: '', password })
      expect([signedUp.status, signedUp.headers.location]).toEqual([303, '/account'])
      for (const path of ['/account', '/account/keys', '/account/usage', '/account/security']) {
        for (let n = 0; n < 2; n++) {
          const page = await ann.open(path)
          expect([path, page.status, page.headers['x-cache']]).toEqual([path, 200, 'MISS'])
        }
        const stranger = await ask(url, path)
        expect([stranger.status, stranger.headers['x-cache']]).toEqual([303, 'MISS'])
      }
      // Public pages have one copy for all who are signed in, and one for the others.
      const link = (text: string) =>
        /<nav class="site-nav".*?<\/nav>/s.exec(text)?.[0].match(/Dashboard|Sign in/)?.[0]
      const hers = await ann.open('/categories')
      const theirs = await ask(url, '/categories')
      expect([link(hers.text), link(theirs.text)]).toEqual(['Dashboard', 'Sign in'])
      expect([hers.headers['set-cookie'], theirs.headers['set-cookie']]).toEqual([undefined, undefined])
      expect((await ann.open('/categories')).headers['x-cache']).toBe('HIT')
      expect((await ask(url, '/categories')).headers['x-cache']).toBe('HIT')
    })

    it('proxies the API without caching', async () => {
      for (let n = 0; n < 2; n++) {
        const food = await ask(apiUrl, '/food/1')
        expect([food.status, food.json.id, food.headers['x-cache']]).toEqual([200, 1, undefined])
      }
    })

    it('does not log query strings', async () => {
      await ask(url, '/reset-password?token=secret-of-a-mail')
      await wait(100)
      const log = readFileSync(join(folder, 'larder-website.log'), 'utf8')
      expect(log).toContain('/reset-password')
      expect(log).not.toContain('secret-of-a-mail')
    })

    // Must be last because it stops the website.
    it('serves stale food pages while the website is down', async () => {
      const path = /href="(\/food\/[^"?#]+)"/.exec((await ask(url, '/popular')).text)?.[1] ?? ''
      const before = await ask(url, path)
      expect(before.status).toBe(200)
      isRunning = false
      await service.stop()
      await wait(2_100)
      for (let n = 0; n < 3; n++) {
        const after = await ask(url, path)
        expect(after.status).toBe(200)
        expect(after.headers['x-cache']).toBe('STALE')
        expect(after.text).toBe(before.text)
      }
      expect((await ask(url, '/account')).status).toBe(502)
    })
  },
)

/** A proxy that shortens the cache lifetime of food pages to one second. */
function startShortCacheProxy(
  websiteUrl: string,
  received: { path: string; headers: IncomingHttpHeaders }[],
): Server {
  const { hostname, port } = new URL(websiteUrl)
  return createServer((incoming, outgoing) => {
    const { url: path = '', method, headers } = incoming
    received.push({ path, headers })
    const forwarded = send({ hostname, port, path, method, headers }, response => {
      const cacheControl = response.headers['cache-control']
      if (cacheControl && path.startsWith('/food/')) {
        response.headers['cache-control'] = cacheControl.replace('max-age=60', 'max-age=1')
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
}

/** Writes deploy/nginx.conf with test ports and folders, inside a minimal nginx.conf. */
function writeConfiguration(folder: string, changes: [string, string][]): string {
  let text = readFileSync('deploy/nginx.conf', 'utf8')
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replaceAll('/var/cache/nginx/', `${folder}/`)
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not contain ${from}`)
    text = text.replace(from, to)
  }
  writeFileSync(join(folder, 'larder.conf'), text)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  for (const kind of kinds) mkdirSync(join(folder, kind))
  const wrapper = `
    daemon off;
    worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/nginx.pid;
    events {}
    http {
      ${kinds.map(kind => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      include ${folder}/larder.conf;
    }`
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, wrapper)
  return path
}
