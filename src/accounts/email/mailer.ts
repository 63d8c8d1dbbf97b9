import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Composes and sends a mail in the background; nothing is sent when `compose` returns undefined. */
  sendInBackground(compose: () => Promise<Mail | undefined>): void
  /** Waits until every mail is sent or has failed, then closes the connections. */
  close(): Promise<void>
}

export interface MailerSettings {
  url: string
  from: string
  /** Excludes the content of the mail: it may contain a sign-in link. */
  onFailure: (reason: { name: string; code: string | undefined }) => void
}

// Without timeouts, mails would pile up behind a hanging server.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function openMailer(settings: MailerSettings): Mailer {
  const transport = createTransport({ url: settings.url, pool: true, maxConnections: 2, ...timeouts })
  const pending = new Set<Promise<void>>()

  async function send(compose: () => Promise<Mail | undefined>): Promise<void> {
    try {
      const mail = await compose()
      if (mail) await transport.sendMail({ from: settings.from, ...mail })
    } catch (error) {
      const { name, code } = error as Error & { code?: string }
      settings.onFailure({ name, code })
    }
  }

  return {
    sendInBackground(compose) {
      const sending = send(compose).finally(() => pending.delete(sending))
      pending.add(sending)
    },
    async close() {
      await Promise.all(pending)
      transport.close()
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
