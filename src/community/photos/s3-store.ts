import { hash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { assertPhotoKey, maxPhotoBytes, type PhotoStore } from './photo.ts'

const timeoutMs = 10_000
const retries = 2

export interface S3Settings {
  /** Of the service, without the bucket. */
  endpoint: string
  region: string
  bucket: string
  /** Empty, or ending with a slash. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** The bucket is in the path, which every S3-compatible store understands. */
export function createS3Store(settings: S3Settings): PhotoStore {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries })

  /** Undefined if there is no such photo. */
  async function request(method: string, key: string, photo?: Uint8Array): Promise<Response | undefined> {
    assertPhotoKey(key)
    const response = await client.fetch(`${endpoint}/${bucket}/${prefix}${key}.jpg`, {
      method,
      headers: {
        // Signed, so that a store notices a photo that was changed on its way.
        'x-amz-content-sha256': hash('sha256', photo ?? ''),
        ...(photo && { 'content-type': 'image/jpeg' }),
      },
      ...(photo && { body: new Uint8Array(photo) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok) return response
    const [, code = 'no error code'] = /<Code>(\w{1,64})<\/Code>/.exec(await response.text()) ?? []
    if (code === 'NoSuchKey') return undefined
    throw new Error(`the bucket ${bucket} answered ${response.status} (${code})`)
  }

  return {
    async put(key, photo) {
      await discard(await request('PUT', key, photo))
    },
    async get(key) {
      const response = await request('GET', key)
      if (response === undefined) return undefined
      if (Number(response.headers.get('content-length')) > maxPhotoBytes) {
        await discard(response)
        throw new Error(`${key} in the bucket ${bucket} is larger than any photo`)
      }
      return Buffer.from(await response.arrayBuffer())
    },
    async remove(key) {
      await discard(await request('DELETE', key))
    },
  }
}

/** A body that is not read keeps its connection. */
async function discard(response: Response | undefined): Promise<void> {
  await response?.body?.cancel()
}
