import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DeltasUnavailable, openDeltaFolder } from '../../../src/importer/deltas/delta-folder.ts'
import { defaultRetryPolicy, type RetryPolicy } from '../../../src/importer/deltas/download.ts'
import { off } from '../../../src/sources/off/off.ts'

const older = 'openfoodfacts_products_1788675653_1788761472.json.gz'
const younger = 'openfoodfacts_products_1788761472_1788847691.json.gz'
const content = gzipSync('{"code":"4099999000012"}\n')

const place = mkdtempSync(join(tmpdir(), 'larder-deltas-'))
afterAll(() => rmSync(place, { recursive: true }))
let directories = 0

function directoryOf(files: Record<string, string | Buffer>): string {
  const directory = join(place, `${directories++}`)
  mkdirSync(directory)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)
  return directory
}

/** The message of the one kind of error that there may be. */
async function errorMessage(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => 'no error',
    error => error,
  )
  expect(error).toBeInstanceOf(DeltasUnavailable)
  return error.message
}

describe('a directory', () => {
  it('lists the files of its index', async () => {
    const path = directoryOf({ 'index.txt': `${younger}\r\n${older}\n\n`, [older]: content, 'notes.txt': '' })
    const folder = await openDeltaFolder(off.deltas, path)
    expect(await folder.names()).toEqual([younger, older])
  })

  it('lists all files without an index', async () => {
    const path = directoryOf({ [older]: content, 'notes.txt': '', [`new.${younger}`]: content })
    const folder = await openDeltaFolder(off.deltas, path)
    expect(await folder.names()).toEqual([older])
  })

  it('returns the paths of its files', async () => {
    const path = directoryOf({ [older]: content })
    const folder = await openDeltaFolder(off.deltas, `${path}/`)
    expect(await folder.fetch(older, '/nowhere')).toBe(join(path, older))
  })

  it('reports a missing file of the index', async () => {
    const folder = await openDeltaFolder(off.deltas, directoryOf({ 'index.txt': older }))
    expect(await errorMessage(folder.fetch(older, place))).toMatch(
      /is listed in index.txt but missing. Download it/,
    )
  })

  it.each([{}, { 'index.txt': '' }, { 'index.txt': '<html>', [older]: content }])(
    'without deltas: %j',
    async files => {
      const folder = await openDeltaFolder(off.deltas, directoryOf(files))
      expect(await errorMessage(folder.names())).toMatch(
        /contains no delta files.* Check that it is the right folder/,
      )
    },
  )

  it('reports a path that is not a directory', async () => {
    expect(await errorMessage(openDeltaFolder(off.deltas, join(place, 'absent')))).toMatch(
      /is not a directory. Give the directory/,
    )
    const file = join(directoryOf({ [older]: content }), older)
    expect(await errorMessage(openDeltaFolder(off.deltas, file))).toMatch(/is not a directory/)
  })

  it('reports an unreadable index', async () => {
    const path = directoryOf({})
    mkdirSync(join(path, 'index.txt'))
    expect(await errorMessage((await openDeltaFolder(off.deltas, path)).names())).toMatch(
      /EISDIR.* Check that Larder may read it/,
    )
  })

  it.each(['../secret', `../${older}`, `x/../${older}`, '', 'index.txt', '/etc/passwd'])(
    'lends nothing by the name %j',
    async name => {
      const folder = await openDeltaFolder(off.deltas, directoryOf({ [older]: content }))
      expect(await errorMessage(folder.fetch(name, place))).toMatch(/is not the name of a delta file/)
    },
  )
})

type Answer = (response: ServerResponse) => void

describe('a URL', () => {
  /** What the server does with a path: the answers one after the other, the last of them ever after. */
  const answers = new Map<string, Answer[]>()
  const asked: string[] = []
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const queue = answers.get(path) ?? [status(404)]
    const answer = queue.length > 1 ? queue.shift() : queue[0]
    answer?.(response)
  }
  const server = createServer(listener)
  let host = ''

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const status =
    (code: number): Answer =>
    response =>
      response.writeHead(code).end('<html>')
  const send = (body: string | Buffer, headers = {}): Answer => {
    return response => response.writeHead(200, { 'content-length': body.length, ...headers }).end(body)
  }
  const redirect =
    (to: string): Answer =>
    response =>
      response.writeHead(302, { location: to }).end()
  const breakOff: Answer = response => response.destroy()
  const sayNothing: Answer = () => undefined
  const sayHalf: Answer = response => {
    response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 10))
  }
  const cutOff: Answer = response => {
    sayHalf(response)
    setTimeout(() => response.destroy(), 20)
  }
  const sayHalfChunked: Answer = response => {
    response.writeHead(200).write(content.subarray(0, 10))
    setTimeout(() => response.destroy(), 20)
  }
  const dribble: Answer = response => {
    response.writeHead(200, { 'content-length': content.length })
    Array.from(content).forEach((byte, at) => {
      setTimeout(() => response.write(Buffer.from([byte])), 25 * at)
    })
    setTimeout(() => response.end(), 25 * content.length)
  }

  const quick = { idleTimeoutMs: 10_000, maxAttempts: 3, backoffMs: 1 }
  const impatient = { ...quick, idleTimeoutMs: 200 }
  let folders = 0

  /** A folder on the server whose files answer like this. */
  function serve(files: Record<string, Answer[]>): string {
    const path = `/data/${folders++}`
    for (const [name, queue] of Object.entries(files)) answers.set(`${path}/${name}`, queue)
    return path
  }

  const fetchFrom = async (path: string, retryPolicy = quick, most?: number) => {
    const folder = await openDeltaFolder(off.deltas, host + path, retryPolicy, most)
    const file = await folder.fetch(older, directoryOf({}))
    return readFileSync(file)
  }
  const requestCount = (path: string) => asked.filter(each => each.startsWith(`${path}/`)).length

  it.each(['', '/', '/index.txt', '?key=1'])('accepts the folder followed by %j', async suffix => {
    const index = [send(`${younger}\n${older}\n`)]
    const path = serve({
      'index.txt': index,
      'index.txt?key=1': index,
      [older]: [send(content)],
      [`${older}?key=1`]: [send(content)],
    })
    const folder = await openDeltaFolder(off.deltas, host + path + suffix, quick)
    expect(await folder.names()).toEqual([younger, older])
    const into = directoryOf({})
    expect(await folder.fetch(older, into)).toBe(join(into, older))
    expect(readFileSync(join(into, older))).toEqual(content)
  })

  it('reports a missing index', async () => {
    const path = serve({})
    const folder = await openDeltaFolder(off.deltas, host + path, quick)
    expect(await errorMessage(folder.names())).toMatch(
      /index.txt: the server responds with 404. .*Check that this is the folder/,
    )
    expect(requestCount(path)).toBe(1)
  })

  it('reports an index that is a web page', async () => {
    const folder = await openDeltaFolder(
      off.deltas,
      host + serve({ 'index.txt': [send('<html>Log in</html>')] }),
      quick,
    )
    expect(await errorMessage(folder.names())).toMatch(/contains no delta files/)
  })

  it('reports an endless index', async () => {
    const path = serve({ 'index.txt': [send(Buffer.alloc(1024 ** 2 + 1, '\n'))] })
    const folder = await openDeltaFolder(off.deltas, host + path, quick)
    expect(await errorMessage(folder.names())).toMatch(/has more than 1048576 bytes/)
  })

  // transient error, response, message
  const transientErrors: [string, Answer, string, RetryPolicy][] = [
    ['500', status(500), 'the server responds with 500', quick],
    ['503', status(503), 'the server responds with 503', quick],
    ['429', status(429), 'the server responds with 429', quick],
    ['a connection that breaks', breakOff, 'other side closed', quick],
    ['a body that is cut off', cutOff, 'other side closed', quick],
    ['a body in chunks that is cut off', sayHalfChunked, 'other side closed', quick],
    ['a server that says nothing', sayNothing, 'the server sent nothing for 0.2 s', impatient],
    ['a server that falls silent', sayHalf, 'the server sent nothing for 0.2 s', impatient],
  ]
  it.each(transientErrors)('retries after %s twice', async (_, answer, __, retryPolicy) => {
    const path = serve({ [older]: [answer, answer, send(content)] })
    expect(await fetchFrom(path, retryPolicy)).toEqual(content)
    expect(requestCount(path)).toBe(3)
  })
  it.each(transientErrors)('gives up after %s every time', async (_, answer, message, retryPolicy) => {
    const path = serve({ [older]: [answer] })
    expect(await errorMessage(fetchFrom(path, retryPolicy))).toMatch(
      `${older}: ${message} (after 3 attempts). Try again later, or download the files yourself`,
    )
    expect(requestCount(path)).toBe(3)
  })

  it.each(['127.0.0.1', 'localhost'])('reports that nothing listens at %s', async name => {
    const closed = createServer()
    await once(closed.listen(0, '127.0.0.1'), 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    const folder = await openDeltaFolder(off.deltas, `http://${name}:${port}`, quick)
    expect(await errorMessage(folder.names())).toMatch('ECONNREFUSED')
  })

  it.each([301, 400, 401, 403, 404, 410])('does not retry after %d', async code => {
    const path = serve({ [older]: [status(code)] })
    expect(await errorMessage(fetchFrom(path))).toMatch(`the server responds with ${code}`)
    expect(requestCount(path)).toBe(1)
  })

  it('has no total timeout while data arrives', async () => {
    const retryPolicy = { ...quick, idleTimeoutMs: 500 }
    expect(content.length * 25).toBeGreaterThan(2 * retryPolicy.idleTimeoutMs)
    expect(await fetchFrom(serve({ [older]: [dribble] }), retryPolicy)).toEqual(content)
  })

  it('requests the uncompressed file with a user agent', async () => {
    let asked: IncomingHttpHeaders = {}
    const answer: Answer = response => {
      asked = response.req.headers
      send(content)(response)
    }
    await fetchFrom(serve({ [older]: [answer] }))
    expect(asked).toMatchObject({ 'accept-encoding': 'identity', 'user-agent': 'larder' })
  })

  it('accepts a file of unknown length', async () => {
    const path = serve({ [older]: [response => response.writeHead(200).end(content)] })
    expect(await fetchFrom(path)).toEqual(content)
  })

  it('accepts a .gz file that the server declares as encoded', async () => {
    const path = serve({ [older]: [send(content, { 'content-encoding': 'gzip' })] })
    expect((await fetchFrom(path)).toString()).toBe('{"code":"4099999000012"}\n')
  })

  it('follows redirects', async () => {
    const path = serve({ [older]: [send(content)] })
    expect(await fetchFrom(serve({ [older]: [redirect(`${path}/${older}`)] }))).toEqual(content)
    expect(await fetchFrom(serve({ [older]: [redirect(`${host}${path}/${older}`)] }))).toEqual(content)
  })

  it.each(['file:///etc/passwd', 'data:text/plain,x', 'ftp://127.0.0.1/x'])(
    'is not led on to %s',
    async to => {
      expect(await errorMessage(fetchFrom(serve({ [older]: [redirect(to)] })))).toMatch(/scheme/)
    },
  )

  it('does not follow redirect loops', async () => {
    const path = serve({})
    answers.set(`${path}/${older}`, [redirect(`${path}/${older}`)])
    expect(await errorMessage(fetchFrom(path))).toMatch(/redirect/)
  })

  it.each([true, false])('reports a file that is too large (length known: %s)', async isLengthKnown => {
    const answer = isLengthKnown
      ? send(content)
      : (response: ServerResponse) => response.writeHead(200).end(content)
    const path = serve({ [older]: [answer] })
    expect(await errorMessage(fetchFrom(path, quick, content.length - 1))).toMatch(/has more than \d+ bytes/)
    expect(requestCount(path)).toBe(1)
    expect(await fetchFrom(path, quick, content.length)).toEqual(content)
  })

  it('reports a directory that cannot be written to', async () => {
    const folder = await openDeltaFolder(off.deltas, host + serve({ [older]: [send(content)] }), quick)
    expect(await errorMessage(folder.fetch(older, '/nowhere'))).toMatch(
      /ENOENT.* Check the free disk space, and that Larder may write/,
    )
  })

  it.each(['../secret', `%2e%2e/${older}`, `${older}?x`, ''])(
    'does not request a file named %j',
    async name => {
      const path = serve({})
      const folder = await openDeltaFolder(off.deltas, host + path, quick)
      expect(await errorMessage(folder.fetch(name, place))).toMatch(/is not the name of a delta file/)
      expect(requestCount(path)).toBe(0)
    },
  )

  it.each([
    ['ftp://example.org/delta', 'give an http or https URL'],
    ['file:///srv/delta', 'give an http or https URL'],
    ['https://', 'give an http or https URL'],
    ['https://me:secret@example.org/delta', 'URLs with a user name or password are not supported'],
  ])('rejects %s', async (url, message) => {
    expect(await errorMessage(openDeltaFolder(off.deltas, url))).toMatch(message)
  })

  it('has a sufficient default timeout', () => {
    expect(defaultRetryPolicy).toEqual({ idleTimeoutMs: 30_000, maxAttempts: 3, backoffMs: 2_000 })
  })
})
