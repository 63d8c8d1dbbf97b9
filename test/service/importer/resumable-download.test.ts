// Large downloads continue after an interruption, and only if the server still has the same file.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { downloadResumably } from '../../../src/importer/resumable-download.ts'
import { type Mirror, mirrorForTest } from '../../support/mirror.ts'

const content = randomBytes(200_000)
const half = 100_000
const path = '/data/dump.jsonl.gz'

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-download-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function setUp(etag: string | null = '"one"') {
  const mirror = await mirrorForTest()
  mirror.files.set(path, { content, etag })
  const file = join(folderForTest(), 'dump.jsonl.gz')
  return { mirror, file, run: (idleTimeoutMs = 5_000) => run(mirror, file, idleTimeoutMs) }
}

async function run(mirror: Mirror, file: string, idleTimeoutMs: number) {
  const resumedFrom: number[] = []
  await downloadResumably({
    url: new URL(mirror.url + path),
    path: file,
    retryPolicy: { idleTimeoutMs, maxAttempts: 2, backoffMs: 1 },
    onStart: from => {
      resumedFrom.push(from)
    },
    onProgress: () => undefined,
    onRetry: () => undefined,
  })
  return resumedFrom
}

function writePart(file: string, bytes: Buffer, validator: string): void {
  writeFileSync(`${file}.part`, bytes)
  writeFileSync(`${file}.part.json`, JSON.stringify({ validator }))
}

it('downloads a file, and leaves nothing else behind', async () => {
  const { file, run } = await setUp()
  expect(await run()).toEqual([0])
  expect(readFileSync(file).equals(content)).toBe(true)
  expect(existsSync(`${file}.part`) || existsSync(`${file}.part.json`)).toBe(false)
})

it('continues in the same run when the server stops sending', async () => {
  const { mirror, file, run } = await setUp()
  mirror.interrupt(path, half, 'hold')
  expect(await run(200)).toEqual([0, half])
  expect(mirror.requests[1]).toMatchObject({
    range: `bytes=${half}-`,
    ifRange: '"one"',
    sentBytes: content.length - half,
  })
  expect(readFileSync(file).equals(content)).toBe(true)
})

it('continues with what has arrived when the connection breaks', async () => {
  const { mirror, file, run } = await setUp()
  mirror.interrupt(path, half, 'break')
  const [first, second = -1] = await run()
  expect(first).toBe(0)
  // Bytes that were received but not read yet are lost with the connection.
  expect(mirror.requests[1]).toMatchObject({
    range: second === 0 ? undefined : `bytes=${second}-`,
    sentBytes: content.length - second,
  })
  expect(readFileSync(file).equals(content)).toBe(true)
})

it('starts over when the file on the server has changed', async () => {
  const { mirror, file, run } = await setUp('"two"')
  writePart(file, content.subarray(0, half), '"one"')
  expect(await run()).toEqual([0])
  expect(mirror.requests[0]).toMatchObject({ range: `bytes=${half}-`, ifRange: '"one"' })
  expect(readFileSync(file).equals(content)).toBe(true)
})

it('starts over when the server names no validator', async () => {
  const { mirror, file, run } = await setUp(null)
  mirror.interrupt(path, half, 'break')
  expect(await run()).toEqual([0, 0])
  expect(mirror.requests.map(({ range }) => range)).toEqual([undefined, undefined])
  expect(readFileSync(file).equals(content)).toBe(true)
})

it('accepts a part that was complete when it was interrupted', async () => {
  const { file, run } = await setUp()
  writePart(file, content, '"one"')
  expect(await run()).toEqual([])
  expect(readFileSync(file).equals(content)).toBe(true)
})

it('starts over when the notes of a part are damaged', async () => {
  const { file, run } = await setUp()
  writeFileSync(`${file}.part`, 'other bytes')
  writeFileSync(`${file}.part.json`, '{"valid')
  expect(await run()).toEqual([0])
  expect(readFileSync(file).equals(content)).toBe(true)
})

it('gives up after several attempts without a new byte, and keeps what it has', async () => {
  const { mirror, file, run } = await setUp()
  writePart(file, content.subarray(0, half), '"one"')
  await mirror.close()
  await expect(run()).rejects.toMatchObject({
    reason: 'unavailable',
    message: expect.stringContaining('(after 2 attempts). Run the same command later'),
  })
  expect(readFileSync(`${file}.part`)).toHaveLength(half)
})

it('reports a missing file without another attempt', async () => {
  const { mirror, run } = await setUp()
  mirror.files.clear()
  await expect(run()).rejects.toMatchObject({ reason: 'missing' })
  expect(mirror.requests).toHaveLength(1)
})
