// Forms with a file (multipart/form-data, RFC 7578), for the routes that ask for them: all others answer 415.
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxFields = 100
const maxFieldBytes = 10_000
const maxFieldNameLength = 100
/** What is read of a form whose file is too large, so that a page can say so: photos of phones have up to 12 MB. */
const maxBodyBytes = 16 * 2 ** 20
/** Files of all requests that are being received, as a multiple of the largest file. */
const maxFilesInMemory = 16
/** A parser that has everything needs no more than a few turns of the event loop. */
const finishMs = 200

/** A client error, which the error handler shows. */
class MalformedForm extends Error {
  readonly statusCode: number
  constructor(message: string, statusCode = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

/** Its name and declared type are left out: nothing may depend on what the sender says about it. */
export type FormFile = { bytes: Buffer } | { refused: 'too-large' | 'busy' }

export interface MultipartForm {
  /** A repeated field has an array, as in other forms. */
  fields: Record<string, string | string[]>
  /** Undefined if nothing was chosen. */
  file: FormFile | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    formFile?: FormFile | undefined
  }
}

/**
 * Lets the routes of this scope receive forms with one file, in memory. The fields become the body, where the CSRF protection
 * looks for its token. Nothing is kept of a file that comes without a session.
 */
export function acceptMultipartForms(scope: FastifyInstance, maxFileBytes: number): void {
  const memory = { free: maxFilesInMemory * maxFileBytes }
  scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    const { fields, file } = await parseMultipartForm(payload, request.headers, {
      maxFileBytes: request.session ? maxFileBytes : 0,
      memory,
    })
    request.formFile = file
    return fields
  })
}

/** What the form of this request contains, in either encoding. */
export function readMultipartForm({ body, formFile }: FastifyRequest): MultipartForm {
  return { fields: (body ?? {}) as MultipartForm['fields'], file: formFile }
}

interface FileLimits {
  maxFileBytes: number
  /** Shared by all requests of a process. */
  memory: { free: number }
}

export async function parseMultipartForm(
  body: Readable,
  headers: IncomingHttpHeaders,
  { maxFileBytes, memory }: FileLimits,
): Promise<MultipartForm> {
  const parser = createParser(headers)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fields = new Map<string, string | string[]>()
  let chunks: Buffer[] = []
  let fileBytes = 0
  let keptBytes = 0
  let refused: 'too-large' | 'busy' | undefined
  let hasName = false

  const forget = () => {
    memory.free += keptBytes
    keptBytes = 0
    chunks = []
  }
  // A part without a name has none, whatever the types say.
  parser.on('field', (name: string | undefined, value, _isNameTruncated, isValueTruncated) => {
    if (name === undefined) return reject(new MalformedForm('a field has no name'))
    if (name.length > maxFieldNameLength || isValueTruncated)
      return reject(new MalformedForm(`a field is longer than ${maxFieldBytes} bytes`, 413))
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : [before, value].flat())
  })
  parser.on('file', (_field, file, name) => {
    hasName = Boolean(name)
    file.on('error', reject)
    file.on('data', (chunk: Buffer) => {
      fileBytes += chunk.length
      if (fileBytes > maxFileBytes) refused = 'too-large'
      else if (memory.free < chunk.length) refused ??= 'busy'
      if (refused !== undefined) return forget()
      memory.free -= chunk.length
      keptBytes += chunk.length
      chunks.push(chunk)
    })
  })
  const rejectExcess = () => reject(new MalformedForm('the form has too many fields or files', 413))
  parser.on('partsLimit', rejectExcess).on('fieldsLimit', rejectExcess).on('filesLimit', rejectExcess)
  parser.on('error', error => reject(new MalformedForm(`the form is malformed: ${String(error)}`)))
  parser.on('finish', resolve)
  // The parser then never finishes.
  const rejectAborted = () => reject(new MalformedForm('the form was not sent completely'))
  body.on('error', rejectAborted)
  body.on('close', () => {
    if (!body.readableEnded) rejectAborted()
  })
  // The parser waits forever for the end of a part's headers.
  let unfinished: NodeJS.Timeout | undefined
  body.on('end', () => {
    unfinished = setTimeout(
      () => reject(new MalformedForm('the form is malformed: a part has no end')),
      finishMs,
    )
  })
  let bodyBytes = 0
  body.on('data', (chunk: Buffer) => {
    bodyBytes += chunk.length
    if (bodyBytes > maxBodyBytes) reject(new MalformedForm('the form is too large', 413))
  })
  body.pipe(parser)
  try {
    await promise
    const isChosen = hasName || fileBytes > 0
    const file = refused === undefined ? { bytes: Buffer.concat(chunks) } : { refused }
    return { fields: Object.fromEntries(fields), file: isChosen ? file : undefined }
  } finally {
    clearTimeout(unfinished)
    forget()
    // The rest is read and thrown away, as long as the connection lasts.
    body.unpipe(parser)
    body.resume()
  }
}

function createParser(headers: IncomingHttpHeaders): BusboyInstance {
  const { 'content-type': contentType = '', 'content-length': length } = headers
  if (Number(length) > maxBodyBytes) throw new MalformedForm('the form is too large', 413)
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        fieldSize: maxFieldBytes,
        fields: maxFields,
        files: 1,
        parts: maxFields + 1,
        headerPairs: 10,
        headerSize: 2_000,
      },
    })
  } catch (error) {
    throw new MalformedForm(`the form is malformed: ${(error as Error).message}`)
  }
}
