import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Resolves when the server has accepted the mail; rejects with a `MailError` otherwise. */
  send(mail: Mail, messageId: string): Promise<void>
}

/** Excludes the content of the mail and what the server said about it: both may contain a sign-in link. */
export class MailError extends Error {
  readonly code: string
  /** The server knows the recipient's address to be wrong: repeating the mail is pointless. */
  readonly isWrongAddress: boolean
  constructor({ code, response, command }: { code?: string; response?: string; command?: string }) {
    const status = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0]
    super('the mail server did not accept the mail')
    this.code = [code ?? 'unknown', status].filter(part => part !== undefined).join(' ')
    // RFC 3463: X.1.X is about the address. Other refusals may come from a server that is set up wrongly.
    this.isWrongAddress = command === 'RCPT TO' && /^5\d\d[ -]5\.1\./.test(response ?? '')
  }
}

// Without timeouts, mails would pile up behind a hanging server.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Opens a connection per mail. Mails are few, and a connection that breaks concerns one mail only. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({ url, ...timeouts })
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send(mail, messageId) {
      try {
        await transport.sendMail({
          from,
          ...mail,
          messageId: `<${messageId}@${domain}>`,
          // Asks for no automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw new MailError(error as { code?: string; response?: string; command?: string })
      }
    },
  }
}

/** Connects and signs in without sending anything; rejects with the reason. */
export async function verifyMailServer(url: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
