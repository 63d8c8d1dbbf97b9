// An S3-compatible store for tests. s3rver does not check signatures of version 4, so this does, by the algorithm that AWS describes.
import { createHmac, hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Server {
  settings: S3Settings
  /** The hashes that the bodies of accepted requests were said to have. */
  bodyHashes: string[]
  /** Where it keeps the objects. */
  directory: string
  /** Makes it answer every request with 503, or work again. */
  refuse(isRefusing: boolean): void
  stop(): Promise<void>
}

/** The only ones that s3rver knows. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

interface Tls {
  key: string
  cert: string
}

export async function startS3Server(bucket: string, tls?: Tls): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'larder-test-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    ...tls,
    configureBuckets: [{ name: bucket }],
  })
  const bodyHashes: string[] = []
  let isRefusing = false
  server.middleware.unshift(async (context, next) => {
    if (isRefusing) {
      context.status = 503
      return
    }
    if (isSigned(context.req)) {
      bodyHashes.push(String(context.req.headers['x-amz-content-sha256']))
      return next()
    }
    context.status = 403
    context.type = 'application/xml'
    context.body = '<Error><Code>SignatureDoesNotMatch</Code></Error>'
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
      region: 'eu-test-1',
      bucket,
      ...credentials,
    },
    bodyHashes,
    directory,
    refuse(isRefused) {
      isRefusing = isRefused
    },
    async stop() {
      await server.close()
      await rm(directory, { recursive: true })
    },
  }
}

function isSigned({ method, url = '', headers }: IncomingMessage): boolean {
  const [, scope = '', names = '', given] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const { pathname, search } = new URL(url, 'http://store')
  const query = search.slice(1).split('&').sort().join('&')
  const signedHeaders = names.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const bodyHash = headers['x-amz-content-sha256']
  const request = [method, pathname, query, signedHeaders.join(''), names, bodyHash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash('sha256', request)].join('\n')
  const key = scope
    .split('/')
    .reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${credentials.secretAccessKey}`))
  return hmac(key, text).toString('hex') === given
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
