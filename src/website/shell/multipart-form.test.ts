import { Readable } from 'node:stream'
import fc from 'fast-check'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Session } from '../../accounts/sign-in/sessions.ts'
import { acceptMultipartForms, parseMultipartForm, readMultipartForm } from './multipart-form.ts'

const maxFileBytes = 1_000
const headers = { 'content-type': 'multipart/form-data; boundary=frontier' }

const fieldPart = (name: string, value: string) =>
  `--frontier\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const filePart = (content: string, name = 'label.jpg') =>
  `--frontier\r\ncontent-disposition: form-data; name="photo"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n${content}\r\n`
const end = '--frontier--\r\n'

function parse(body: string, { free = 100_000, contentType = headers['content-type'], pieces = 64 } = {}) {
  const bytes = Buffer.from(body, 'latin1')
  const chunks = Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, index) =>
    bytes.subarray(index * pieces, (index + 1) * pieces),
  )
  const memory = { free }
  const form = parseMultipartForm(
    Readable.from(chunks),
    { 'content-type': contentType },
    { maxFileBytes, memory },
  )
  return form.finally(() => expect(memory.free).toBe(free))
}

it.each([1, 7, 64, 10_000])('reads fields and one file, in pieces of %i bytes', async pieces => {
  const body =
    fieldPart('name', 'Brot') + filePart('\xff\xd8\0\r\n--front') + fieldPart('name', 'B\r\nb') + end
  expect(await parse(body, { pieces })).toEqual({
    fields: { name: ['Brot', 'B\r\nb'] },
    file: { bytes: Buffer.from('\xff\xd8\0\r\n--front', 'latin1') },
  })
})

it('has no file if none was chosen', async () => {
  expect(await parse(filePart('', '') + end)).toEqual({ fields: {}, file: undefined })
})

it('keeps the fields if the file is too large, wherever they are', async () => {
  const tooLarge = filePart('x'.repeat(maxFileBytes + 1))
  expect(await parse(fieldPart('a', '1') + tooLarge + fieldPart('b', '2') + end)).toEqual({
    fields: { a: '1', b: '2' },
    file: { refused: 'too-large' },
  })
  expect(await parse(filePart('x'.repeat(maxFileBytes)) + end)).toMatchObject({
    file: { bytes: { length: 1_000 } },
  })
})

it('refuses a file while others fill the memory', async () => {
  const body = filePart('x'.repeat(500)) + fieldPart('a', '1') + end
  expect(await parse(body, { free: 499 })).toEqual({ fields: { a: '1' }, file: { refused: 'busy' } })
})

it('takes no property of objects from a field', async () => {
  const { fields } = await parse(fieldPart('__proto__', 'x') + fieldPart('toString', 'y') + end)
  expect(Object.entries(fields)).toEqual([
    ['__proto__', 'x'],
    ['toString', 'y'],
  ])
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
})

it.each([
  ['two files', filePart('1') + filePart('2') + end, 413],
  ['too many fields', fieldPart('a', '').repeat(101) + end, 413],
  ['a field that is too long', fieldPart('a', 'x'.repeat(10_001)) + end, 413],
  ['a name that is too long', fieldPart('n'.repeat(101), '') + end, 413],
  ['more than a page may take', filePart('x'.repeat(17_000_000)) + end, 413],
  [
    'a field without a name',
    '--frontier\r\ncontent-disposition: form-data\r\n\r\nx\r\n--frontier--\r\n',
    400,
  ],
  ['headers without an end', '--frontier\r\ncontent-disposition: form-data\r\n--frontier--\r\n', 400],
  ['no end', fieldPart('a', '1'), 400],
  ['a file without an end', filePart('x').slice(0, -10), 400],
  ['nothing', '', 400],
  ['another boundary', fieldPart('a', '1').replaceAll('frontier', 'other'), 400],
])('rejects %s', async (_, body, statusCode) => {
  await expect(parse(body, { pieces: 10_000 })).rejects.toMatchObject({ statusCode })
})

it.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary'])(
  'rejects a form without a boundary: %s',
  async contentType => {
    await expect(parse(end, { contentType })).rejects.toMatchObject({ statusCode: 400 })
  },
)

it('rejects a form that ends with its connection', async () => {
  const body = new Readable({ read: () => undefined })
  const form = parseMultipartForm(body, headers, { maxFileBytes, memory: { free: 100_000 } })
  body.push(filePart('x').slice(0, -10))
  setImmediate(() => body.destroy())
  await expect(form).rejects.toMatchObject({ statusCode: 400 })
})

it('answers any damage to a form with an error or a form', async () => {
  const whole = fieldPart('name', 'Brot') + filePart('\xff\xd8 photo') + end
  const damaged = fc.tuple(fc.nat(whole.length), fc.nat(20), fc.string({ unit: 'binary', maxLength: 20 }))
  await fc.assert(
    fc.asyncProperty(damaged, async ([at, removed, added]) => {
      const outcome = await parse(whole.slice(0, at) + added + whole.slice(at + removed)).catch(
        error => error,
      )
      expect(outcome.statusCode ?? 200).toBeLessThan(500)
    }),
    { numRuns: 300 },
  )
})

it('is accepted only by routes that ask for it, and keeps files only with a session', async () => {
  const app = Fastify()
  let session: Session | undefined = {} as Session
  app.decorateRequest('session')
  app.addHook('onRequest', async request => {
    request.session = session
  })
  app.post('/other', () => 'unreachable')
  await app.register(async scope => {
    acceptMultipartForms(scope, maxFileBytes)
    scope.post('/photo', request => {
      const { fields, file } = readMultipartForm(request)
      return { fields, file: file && 'bytes' in file ? file.bytes.toString() : file }
    })
  })
  const post = (url: string) =>
    app.inject({ method: 'POST', url, headers, payload: fieldPart('a', '1') + filePart('photo') + end })
  expect((await post('/other')).statusCode).toBe(415)
  expect((await post('/photo')).json()).toEqual({ fields: { a: '1' }, file: 'photo' })
  session = undefined
  expect((await post('/photo')).json()).toEqual({ fields: { a: '1' }, file: { refused: 'too-large' } })
})
