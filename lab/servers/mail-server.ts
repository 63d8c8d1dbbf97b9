import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  /** The raw message with quoted-printable decoded. */
  content: string
}

export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** Waits for the next unread mail. */
  next(): Promise<ReceivedMail>
  stop(): Promise<void>
}

/** A real SMTP server that stores the mails it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const unread: ReceivedMail[] = []
  const readers: ((mail: ReceivedMail) => void)[] = []

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      text(stream).then(raw => {
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          content: decodeQuotedPrintable(raw),
        }
        mails.push(mail)
        const reader = readers.shift()
        if (reader) reader(mail)
        else unread.push(mail)
        done()
      }, done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : undefined

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next() {
      const mail = unread.shift()
      return mail ? Promise.resolve(mail) : new Promise(resolve => readers.push(resolve))
    },
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function decodeQuotedPrintable(raw: string): string {
  return raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The token of the link in a mail. */
export function tokenIn(mail: ReceivedMail): string {
  const token = /\?token=([\w-]{43})/.exec(mail.content)?.[1]
  if (token === undefined) throw new Error(`no link in the mail:\n${mail.content}`)
  return token
}
