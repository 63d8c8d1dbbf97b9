import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildBreachedPasswords, openBreachedPasswords } from './breached-passwords.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-breached-'))
afterAll(() => rmSync(folder, { recursive: true }))
const source = join(folder, 'hashes.txt')
const filter = join(folder, 'passwords.filter')

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex')

async function build(lines: string): Promise<{ hashes: number; bytes: number }> {
  writeFileSync(source, lines)
  return buildBreachedPasswords(source, filter, () => undefined)
}

async function find(passwords: string[]): Promise<string[]> {
  const breached = await openBreachedPasswords(filter)
  try {
    const found = await Promise.all(passwords.map(each => breached.has(each)))
    return passwords.filter((_, index) => found[index])
  } finally {
    await breached.close()
  }
}

describe('a filter of breached passwords', () => {
  it('reads upper and lower case, with and without counts, in any order, with any line ends', async () => {
    const lines = `${sha1('zebra').toUpperCase()}:42\r\n${sha1('apple')}\n\n${sha1('Löwe')}:1`
    expect(await build(lines)).toMatchObject({ hashes: 3 })
    expect(await find(['zebra', 'apple', 'Löwe', 'mango', ''])).toEqual(['zebra', 'apple', 'Löwe'])
  })

  it('finds all of 5,000 passwords, and fewer than 0.3 % of others, with 16 bits each', async () => {
    const listed = Array.from({ length: 5_000 }, (_, n) => `listed ${n}`)
    const { bytes } = await build(listed.map(each => `${sha1(each)}\n`).join(''))
    expect((bytes * 8) / listed.length).toBeLessThan(16.2)
    expect(await find(listed)).toHaveLength(listed.length)
    expect((await find(listed.map(each => `not ${each}`))).length).toBeLessThan(15)
  })

  it('reports progress up to the end of the file', async () => {
    writeFileSync(source, `${sha1('apple')}:3\n`.repeat(60_000))
    let last = { hashes: 0, bytesRead: 0, totalBytes: -1 }
    await buildBreachedPasswords(source, filter, progress => {
      last = progress
    })
    expect(last).toMatchObject({ hashes: 60_000, bytesRead: last.totalBytes })
  })

  it.each([
    ['another hash', `${sha1('apple')}:1\n${'0'.repeat(32)}:5\n`, /line 2 is "0{32}:5", not a SHA-1 hash/],
    ['a digit too many', `${sha1('apple')}0\n`, /line 1 is/],
    ['no count', `${sha1('apple')}:\n`, /line 1 is/],
    ['no hexadecimal digits', `\n\n${'g'.repeat(40)}`, /line 3 is/],
    ['no lines', 'x'.repeat(3_000_000), /line 1 is "x{60}"/],
    ['nothing', '\n', /has no hashes/],
  ])('is not written from a file with %s', async (_, lines, message) => {
    rmSync(filter, { force: true })
    await expect(build(lines)).rejects.toThrow(message)
    expect(existsSync(filter)).toBe(false)
  })
})

describe('a file is rejected at start, with what to do,', () => {
  const rejection = () =>
    openBreachedPasswords(filter).then(
      () => undefined,
      (error: Error & { advice: string }) => `${error.message}. ${error.advice}`,
    )

  it('if it is missing', async () => {
    rmSync(filter, { force: true })
    expect(await rejection()).toMatch(/cannot be opened: ENOENT.*Correct BREACHED_PASSWORDS_FILE/)
  })
  it('if it is something else', async () => {
    writeFileSync(filter, `${sha1('apple')}:1\n`.repeat(10))
    expect(await rejection()).toMatch(/is not a filter of breached passwords\. .*build-filter/)
  })
  it('if it has another version', async () => {
    await build(sha1('apple'))
    const bytes = readFileSync(filter)
    bytes.writeUInt32LE(2, 8)
    writeFileSync(filter, bytes)
    expect(await rejection()).toMatch(/has version 2 of the format, not 1/)
  })
  it('if it is cut off', async () => {
    await build(sha1('apple'))
    truncateSync(filter, 100)
    expect(await rejection()).toMatch(/has 100 bytes instead of 128; it is not complete/)
  })
})
