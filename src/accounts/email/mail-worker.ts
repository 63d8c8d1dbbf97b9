// Sends queued mails, on every node. Nodes share the queue without a leader: each claims mails that no other has.
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabasePool } from '../../platform/database/pool.ts'
import {
  claimMails,
  giveUpMail,
  type MailQueueFigures,
  type QueuedMail,
  readMailQueueFigures,
  removeMail,
  retryMail,
} from './mail-queue.ts'
import { type Mail, MailError, type Mailer } from './mailer.ts'

export interface MailWorkerOptions {
  database: DatabasePool
  mailer: Mailer
  /** Undefined: the mail has become pointless, for example because the account no longer exists. */
  compose: (queued: QueuedMail) => Promise<Mail | undefined>
  onSent: () => void
  /** An attempt failed; the mail is repeated later. */
  onFailure: (failure: { kind: string; attempts: number; code: string }) => void
  onGivenUp: (mail: { kind: string; attempts: number; code: string }) => void
  /** The queue could not be read or changed. */
  onError: (error: Error) => void
  timing?: Partial<MailWorkerTiming>
}

interface MailWorkerTiming {
  pollMs: number
  firstRetrySeconds: number
}

export interface MailWorker {
  /** Undefined until the queue has been read for the first time. */
  figures(): MailQueueFigures | undefined
  /** Lets the attempts under way end. Mails that remain are sent by other nodes or after a restart. */
  stop(): Promise<void>
}

const mailsPerBatch = 4
const defaultTiming: MailWorkerTiming = { pollMs: 500, firstRetrySeconds: 10 }
const maxRetrySeconds = { firstHour: 160, later: 800 }
const pauseAfterErrorMs = 5_000
const figuresIntervalMs = 15_000
// An attempt that takes longer is abandoned: another node repeats it when the claim has expired.
const shutdownMs = 5_000

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { database, onError } = options
  const { pollMs, firstRetrySeconds } = { ...defaultTiming, ...options.timing }
  const stopping = new AbortController()
  const pause = (ms: number) =>
    wait(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
  let figures: MailQueueFigures | undefined
  let figuresReadAt = Number.NEGATIVE_INFINITY

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const claimed = await claimMails(database, mailsPerBatch)
        await Promise.all(claimed.map(mail => deliver(options, firstRetrySeconds, mail)))
        if (performance.now() - figuresReadAt > figuresIntervalMs) {
          figures = await readMailQueueFigures(database)
          figuresReadAt = performance.now()
        }
        if (claimed.length < mailsPerBatch) await pause(pollMs)
      } catch (error) {
        onError(error as Error)
        await pause(pauseAfterErrorMs)
      }
    }
  }
  const running = run()

  return {
    figures: () => figures,
    async stop() {
      stopping.abort()
      await Promise.race([running, wait(shutdownMs, undefined, { ref: false })])
    },
  }
}

async function deliver(
  { database, mailer, compose, onSent, onFailure, onGivenUp }: MailWorkerOptions,
  firstRetrySeconds: number,
  queued: QueuedMail,
): Promise<void> {
  const { id, kind, attempts } = queued
  try {
    const mail = await compose(queued)
    if (mail) {
      await mailer.send(mail, queued.messageId)
      onSent()
    }
  } catch (error) {
    const { code, isWrongAddress } =
      error instanceof MailError ? error : { code: (error as Error).name, isWrongAddress: false }
    onFailure({ kind, attempts, code })
    const isRepeated =
      !isWrongAddress && (await retryMail(database, id, retryAfterSeconds(firstRetrySeconds, queued), code))
    if (isRepeated) return
    await giveUpMail(database, queued, code)
    onGivenUp({ kind, attempts, code })
    return
  }
  await removeMail(database, id)
}

/**
 * Doubles with each attempt, up to three minutes in the first hour and a quarter of an hour after it, so that mails arrive
 * soon after the mail server is back.
 */
function retryAfterSeconds(firstRetrySeconds: number, { attempts, queuedAt }: QueuedMail): number {
  const isFirstHour = Date.now() - queuedAt.getTime() < 3_600_000
  const maxSeconds = isFirstHour ? maxRetrySeconds.firstHour : maxRetrySeconds.later
  const seconds = Math.min(maxSeconds, firstRetrySeconds * 2 ** (attempts - 1))
  // Spread, so that mails queued together are not repeated together.
  return seconds * (0.9 + 0.2 * Math.random())
}
