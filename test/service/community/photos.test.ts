// Photos that people send as evidence: what is refused, what is stored, and what it costs a node.
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type S3Server, startS3Server } from '../../../lab/servers/s3-server.ts'
import {
  maxPhotoBytes,
  newPhotoKey,
  type PhotoStore,
  refuseByContent,
} from '../../../src/community/photos/photo.ts'
import { createPhotoStore } from '../../../src/community/photos/photo-store.ts'
import { createPhotos } from '../../../src/community/photos/photos.ts'
import { createReencoder } from '../../../src/community/photos/reencode.ts'
import { createS3Store } from '../../../src/community/photos/s3-store.ts'
import {
  hostilePhotos,
  marker,
  noisePhoto,
  ordinaryPhoto,
  suspiciousPhotos,
} from '../../support/hostile-photos.ts'

const reencodePhoto = createReencoder(2)

async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'larder-test-photos-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

async function clean(bytes: Buffer) {
  const result = await reencodePhoto(bytes)
  if ('refused' in result) throw new Error(`refused: ${result.refused}`)
  return result
}

let ordinary: Buffer
let hostile: Awaited<ReturnType<typeof hostilePhotos>>
let suspicious: Awaited<ReturnType<typeof suspiciousPhotos>>
beforeAll(async () => {
  ordinary = await ordinaryPhoto()
  ;[hostile, suspicious] = await Promise.all([hostilePhotos(), suspiciousPhotos()])
})

describe('re-encoding', () => {
  it('makes a JPEG of at most 2,000 pixels a side out of a JPEG, a PNG and a WebP', async () => {
    const { photo, width, height } = await clean(ordinary)
    expect([width, height]).toEqual([2_000, 1_504])
    expect(await sharp(photo).metadata()).toMatchObject({ format: 'jpeg', width, height, space: 'srgb' })
    for (const format of ['png', 'webp'] as const) {
      const small = await sharp(ordinary).resize(300).toFormat(format).toBuffer()
      const result = await clean(small)
      expect([result.width, (await sharp(result.photo).metadata()).format]).toEqual([300, 'jpeg'])
    }
  })

  it('turns a photo as its camera was held, and shows what is transparent as white', async () => {
    const left = { create: { width: 30, height: 60, channels: 3, background: '#f00' } } as const
    const photo = sharp({ create: { width: 120, height: 60, channels: 3, background: '#00f' } })
      .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
    const turned = await clean(await photo.jpeg().toBuffer())
    expect([turned.width, turned.height]).toEqual([60, 120])
    const [red, , blue] = await sharp(turned.photo)
      .extract({ left: 30, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer()
    expect([Number(red) > 200, Number(blue) < 50]).toEqual([true, true])

    const transparent = { create: { width: 9, height: 9, channels: 4, background: '#0000' } } as const
    const { photo: opaque } = await clean(await sharp(transparent).png().toBuffer())
    expect([...(await sharp(opaque).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  it('converts other colour spaces', async () => {
    const grey = await sharp(ordinary).resize(64).greyscale().toColourspace('b-w').jpeg().toBuffer()
    const cmyk = await sharp(ordinary).resize(64).toColourspace('cmyk').jpeg().toBuffer()
    for (const photo of [grey, cmyk])
      expect(await sharp((await clean(photo)).photo).metadata()).toMatchObject({
        space: 'srgb',
        hasProfile: false,
      })
  })

  it('keeps within the limit what can hardly be compressed', async () => {
    const { photo, width } = await clean(await noisePhoto())
    expect(width).toBe(2_000)
    expect(photo.length).toBeLessThanOrEqual(maxPhotoBytes)
  })

  it('refuses what is no photo, is damaged or would cost too much', async () => {
    for (const [name, { bytes, refused }] of Object.entries(hostile)) {
      expect(bytes.length, name).toBeLessThanOrEqual(maxPhotoBytes + 1)
      const result = await reencodePhoto(bytes)
      expect([name, refused], JSON.stringify(result)).toEqual([
        name,
        expect.arrayContaining(Object.values(result)),
      ])
    }
  })

  it('leaves nothing of a photo but its pixels', async () => {
    for (const [name, bytes] of Object.entries(suspicious)) {
      expect(bytes.length, name).toBeLessThanOrEqual(maxPhotoBytes)
      const { photo } = await clean(bytes)
      const { exif, xmp, icc, iptc, comments, orientation } = await sharp(photo).metadata()
      expect([exif, xmp, icc, iptc, comments, orientation], name).toEqual(Array(6).fill(undefined))
      const content = photo.toString('latin1')
      for (const trace of [marker, '<script', '<html', 'PK\x03\x04', 'GPS', 'Exif', 'http://ns.adobe.com'])
        expect(content.includes(trace), `${trace} of ${name}`).toBe(false)
      // Nothing follows the end of the image.
      expect(photo.subarray(-2), name).toEqual(Buffer.from([0xff, 0xd9]))
    }
  })

  it('takes less than twice the memory of an ordinary photo, whatever is sent', async () => {
    const usual = await peakMemory(ordinary)
    const decoded = Object.entries(hostile).filter(([, { bytes }]) => refuseByContent(bytes) === undefined)
    const photos = [
      ...decoded.map(([name, { bytes }]) => [name, bytes] as const),
      ...Object.entries(suspicious),
    ]
    const peaks: [string, number][] = []
    for (const [name, bytes] of photos) peaks.push([name, await peakMemory(bytes)])
    expect(peaks.filter(([, peak]) => !(peak < 2 * usual))).toEqual([])
    // In kilobytes: what a node must have to spare for each of the two photos that it decodes at a time.
    expect(usual).toBeLessThan(200_000)
  })

  it('survives a decoder that crashes or never ends, and shows it no secrets', async () => {
    const { bytes } = { bytes: suspicious['the largest interlaced PNG'] ?? Buffer.alloc(0) }
    const results = Promise.all([reencodePhoto(bytes), reencodePhoto(bytes)])
    const [first, second] = await expect
      .poll(async () => (await childProcesses()).map(Number))
      .toHaveLength(2)
      .then(childProcesses)
    expect(await readFile(`/proc/${first}/environ`, 'utf8')).toBe('')
    process.kill(Number(first), 'SIGSEGV')
    process.kill(Number(second), 'SIGSTOP')
    expect(await results).toEqual(
      expect.arrayContaining([{ refused: 'unreadable' }, { refused: 'too-slow' }]),
    )
    expect(await childProcesses()).toEqual([])
    expect(await reencodePhoto(ordinary)).toMatchObject({ width: 2_000 })
  })

  it('decodes two at a time, lets eight wait and refuses the others', async () => {
    const small = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#888' } })
      .png()
      .toBuffer()
    const busy = createReencoder(2)
    const results = await Promise.all(Array.from({ length: 15 }, () => busy(small)))
    expect(results.map(result => ('refused' in result ? result.refused : 'ok'))).toEqual([
      ...Array(10).fill('ok'),
      ...Array(5).fill('busy'),
    ])
    expect(await busy(small)).toMatchObject({ width: 9 })
  })
})

const workerFile = fileURLToPath(new URL('../../../src/community/photos/reencode-worker.ts', import.meta.url))
const reportPeak = `process.on('exit', () => process.stderr.write(
  '\\npeak ' + /VmHWM:\\s+(\\d+)/.exec(process.getBuiltinModule('fs').readFileSync('/proc/self/status', 'utf8'))[1]))`

/** The processes that decode for this one. */
async function childProcesses(): Promise<string[]> {
  const threads = await readdir('/proc/self/task')
  const lists = await Promise.all(
    threads.map(thread => readFile(`/proc/self/task/${thread}/children`, 'utf8')),
  )
  const children = lists.flatMap(list => list.split(' ').filter(Boolean))
  const commands = await Promise.all(
    children.map(child => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')),
  )
  return children.filter((_, index) => commands[index]?.includes('reencode-worker'))
}

/** Of the process that decodes, in kilobytes. */
async function peakMemory(bytes: Buffer): Promise<number> {
  const preload = `data:text/javascript,${encodeURIComponent(reportPeak)}`
  const worker = spawn(process.execPath, ['--import', preload, workerFile], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  worker.stdin.on('error', () => undefined)
  worker.stdin.end(bytes)
  const output = await text(worker.stderr)
  return Number(/peak (\d+)$/.exec(output)?.[1] ?? Number.NaN)
}

describe.each(['folder', 'bucket'])('a %s', kind => {
  let server: S3Server
  let folder: string
  let store: PhotoStore
  beforeAll(async () => {
    server = await startS3Server('photos')
    folder = await mkdtemp(join(tmpdir(), 'larder-test-photos-'))
    const bucket = { ...server.settings, prefix: 'labels/' }
    store = createPhotoStore(kind === 'folder' ? { folder: join(folder, 'not', 'yet') } : bucket)
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })

  it('stores, replaces, returns and removes a photo, as often as asked', async () => {
    const key = newPhotoKey()
    expect(await store.get(key)).toBeUndefined()
    await store.remove(key)
    for (const content of ['first', 'second']) {
      await store.put(key, Buffer.from(content))
      expect(String(await store.get(key))).toBe(content)
    }
    await store.remove(key)
    await store.remove(key)
    expect(await store.get(key)).toBeUndefined()
  })

  it.each([
    '',
    '..',
    '../x',
    '/etc/passwd',
    'a'.repeat(31),
    'A'.repeat(32),
    `${'a'.repeat(32)}/..`,
    `${'a'.repeat(32)}\n`,
  ])('refuses the key %j', async key => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('is not the key of a photo')
    await expect(store.get(key)).rejects.toThrow('is not the key of a photo')
    await expect(store.remove(key)).rejects.toThrow('is not the key of a photo')
  })

  it('keeps a clean copy of what people send, for the reviewer that asks', async () => {
    const photos = createPhotos({ store, reencodePhoto, secret: 'a test secret that is long enough' })
    expect(await photos.add(Buffer.from('no photo'))).toEqual({ refused: 'not-an-image' })
    const stored = await photos.add(ordinary)
    if ('refused' in stored) throw new Error(stored.refused)
    const token = photos.signPhotoUrl(stored.key, { accountId: 7 })
    expect(photos.verifyPhotoUrl(token, { accountId: 8 })).toBeUndefined()
    const photo = await photos.get(photos.verifyPhotoUrl(token, { accountId: 7 }) ?? '')
    expect(photo).toHaveLength(stored.bytes)
    await photos.removePhotos([stored.key, newPhotoKey()])
    expect(await photos.get(stored.key)).toBeUndefined()
  })
})

describe('a folder', () => {
  it('is for its owner only', async () => {
    const folder = join(await temporaryFolder(), 'photos')
    await createPhotoStore({ folder }).put(newPhotoKey(), Buffer.from('x'))
    const [photo = ''] = (await readdir(folder)).filter(name => name.endsWith('.jpg'))
    expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, photo))).mode & 0o777]).toEqual([
      0o700, 0o600,
    ])
  })

  it('has only whole photos after a crash, and later nothing of the others', async () => {
    const folder = await temporaryFolder()
    const photo = 'x'.repeat(1_500_000)
    const script = `
      import { createPhotoStore } from ${JSON.stringify(new URL('../../../src/community/photos/photo-store.ts', import.meta.url).href)}
      import { newPhotoKey } from ${JSON.stringify(new URL('../../../src/community/photos/photo.ts', import.meta.url).href)}
      const store = createPhotoStore({ folder: ${JSON.stringify(folder)} })
      for (;;) { await store.put(newPhotoKey(), Buffer.alloc(${photo.length}, 'x')); process.stdout.write('.') }`
    for (const delay of [0, 1, 2, 3, 5, 8]) {
      const writer = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      await once(writer.stdout, 'data')
      await new Promise(resolve => setTimeout(resolve, delay))
      writer.kill('SIGKILL')
      await once(writer, 'close')
    }
    const names = (await readdir(folder)).filter(name => name.endsWith('.jpg'))
    expect(names.length).toBeGreaterThanOrEqual(6)
    for (const name of names) expect((await readFile(join(folder, name), 'utf8')) === photo).toBe(true)

    const incoming = join(folder, '.incoming')
    await writeFile(join(incoming, 'left by a crash'), 'half')
    await writeFile(join(incoming, 'being written'), 'half')
    const twoHoursAgo = Date.now() / 1_000 - 7_200
    for (const name of await readdir(incoming))
      if (name !== 'being written') await utimes(join(incoming, name), twoHoursAgo, twoHoursAgo)
    await createPhotoStore({ folder }).put(newPhotoKey(), Buffer.from('x'))
    expect(await readdir(incoming)).toEqual(['being written'])
  })

  it('leaves nothing of a photo that cannot be stored', async () => {
    const folder = await temporaryFolder()
    const key = newPhotoKey()
    // A folder in place of the photo, which works for root too.
    await mkdir(join(folder, `${key}.jpg`, 'x'), { recursive: true })
    await expect(createPhotoStore({ folder }).put(key, Buffer.from('x'))).rejects.toThrow()
    expect(await readdir(join(folder, '.incoming'))).toEqual([])
  })
})

describe('a bucket', () => {
  let server: S3Server
  beforeAll(async () => {
    server = await startS3Server('photos')
  })
  afterAll(() => server.stop())

  it('is sent the hash of each photo', async () => {
    await createS3Store(server.settings).put(newPhotoKey(), Buffer.from('a photo'))
    expect(server.bodyHashes).toEqual([hash('sha256', 'a photo')])
  })

  it.each([
    ['secretAccessKey', 'wrong', 'answered 403 (SignatureDoesNotMatch)'],
    ['accessKeyId', 'unknown', 'answered 403 (InvalidAccessKeyId)'],
    ['bucket', 'none', 'answered 404 (NoSuchBucket)'],
    ['endpoint', 'http://127.0.0.1:1', 'fetch failed'],
  ])('reports a wrong %s', async (setting, value, message) => {
    const store = createS3Store({ ...server.settings, [setting]: value })
    await expect(store.put(newPhotoKey(), Buffer.from('x'))).rejects.toThrow(message)
    await expect(store.get(newPhotoKey())).rejects.toThrow(message)
  })
})
