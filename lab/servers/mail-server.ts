import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string[]
  messageId: string
  /** The raw message with quoted-printable decoded. */
  content: string
}

export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** Waits for the next unread mail that contains the text. */
  next(containing?: string): Promise<ReceivedMail>
  stop(): Promise<void>
}

/**
 * A real SMTP server that stores the mails it receives, except to `unknown@…`, which does not exist. It can be started
 * again on the same port.
 */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const unread: ReceivedMail[] = []
  const readers: { containing: string; read: (mail: ReceivedMail) => void }[] = []

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (!address.startsWith('unknown@')) return done()
      done(Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      text(stream).then(raw => {
        const mail = {
          to: session.envelope.rcptTo.map(({ address }) => address),
          messageId: /^Message-ID: <([^>]+)>/im.exec(raw)?.[1] ?? '',
          content: decodeQuotedPrintable(raw),
        }
        mails.push(mail)
        const index = readers.findIndex(({ containing }) => mail.content.includes(containing))
        if (index === -1) unread.push(mail)
        else readers.splice(index, 1)[0]?.read(mail)
        done()
      }, done)
    },
  })
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const openPort = typeof address === 'object' ? address?.port : undefined

  return {
    url: `smtp://127.0.0.1:${openPort}`,
    mails,
    next(containing = '') {
      const index = unread.findIndex(({ content }) => content.includes(containing))
      const [mail] = index === -1 ? [] : unread.splice(index, 1)
      return mail ? Promise.resolve(mail) : new Promise(read => readers.push({ containing, read }))
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
