import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Sends what `compose` returns, if anything, without anybody waiting for it. */
  later(compose: () => Promise<Mail | undefined>): void
  /** When everything is sent or has failed. */
  finish(): Promise<void>
}

export interface MailerSettings {
  url: string
  from: string
  /** Without what was in the mail: it holds a link that opens an account. */
  onFailure: (reason: { name: string; code: string | undefined }) => void
}

// A server that hangs must not collect mails for ever.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function openMailer(settings: MailerSettings): Mailer {
  const transport = createTransport({ url: settings.url, pool: true, maxConnections: 2, ...timeouts })
  const underWay = new Set<Promise<void>>()

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
    later(compose) {
      const sending = send(compose).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async finish() {
      await Promise.all(underWay)
      transport.close()
    },
  }
}
