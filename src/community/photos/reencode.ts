// Decodes photos of strangers in separate processes, so that a crash or an exploit of a decoder does not reach the node.
import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maxPhotoBytes, type PhotoRefusal, refuseByContent } from './photo.ts'
import type { WorkerAnswer } from './reencode-worker.ts'

/** Ten times what a photo of the largest size takes on a busy machine. */
const timeoutMs = 10_000
/** Each holds an upload of at most 2 MB. */
const maxWaiting = 8
const maxAnswerBytes = maxPhotoBytes + 1_000

export interface ReencodedPhoto {
  /** A JPEG in sRGB without metadata, of at most 2,000 pixels in width and height. */
  photo: Buffer
  width: number
  height: number
}

export type ReencodePhoto = (bytes: Uint8Array) => Promise<ReencodedPhoto | { refused: PhotoRefusal }>

/** The others wait, and are refused if too many do. */
export function createReencoder(maxAtOnce: number): ReencodePhoto {
  let running = 0
  const waiting: (() => void)[] = []
  return async bytes => {
    const refused = refuseByContent(bytes)
    if (refused !== undefined) return { refused }
    if (running >= maxAtOnce) {
      if (waiting.length >= maxWaiting) return { refused: 'busy' }
      // The one that ends leaves its place to this one.
      await new Promise<void>(resolve => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await runWorker(bytes)
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

const workerFile = fileURLToPath(new URL(`./reencode-worker${extname(import.meta.url)}`, import.meta.url))

function runWorker(bytes: Uint8Array): ReturnType<ReencodePhoto> {
  const { promise, resolve, reject } = Promise.withResolvers<ReencodedPhoto | { refused: PhotoRefusal }>()
  // Without the environment, which has the secrets of the node. SIGKILL, because native code does not notice others.
  const worker = spawn(process.execPath, [workerFile], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const chunks: Buffer[] = []
  let received = 0
  let isTooMuch = false
  const started = performance.now()
  worker.stdout.on('data', (chunk: Buffer) => {
    received += chunk.length
    isTooMuch ||= received > maxAnswerBytes
    if (isTooMuch) worker.kill('SIGKILL')
    else chunks.push(chunk)
  })
  worker.on('error', reject)
  worker.on('close', () => {
    const answer = isTooMuch ? undefined : parseAnswer(Buffer.concat(chunks))
    const isLate = performance.now() - started >= timeoutMs
    resolve(answer ?? { refused: isLate ? 'too-slow' : 'unreadable' })
  })
  // A process that has ended does not read.
  worker.stdin.on('error', () => undefined)
  worker.stdin.end(bytes)
  return promise
}

/** Undefined if the process ended before it had written all. */
function parseAnswer(output: Buffer): ReencodedPhoto | { refused: PhotoRefusal } | undefined {
  const end = output.indexOf('\n')
  if (end < 0) return undefined
  const answer = JSON.parse(output.toString('utf8', 0, end)) as WorkerAnswer
  if ('refused' in answer) return answer
  const { bytes, ...rest } = answer
  const photo = output.subarray(end + 1)
  return photo.length === bytes ? { photo, ...rest } : undefined
}
