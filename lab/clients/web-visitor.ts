// Somebody with a browser that knows cookies and forms and nothing else: fast, and nothing of it is hidden.
import { type Answer, ask } from './http.ts'

export interface WebVisitor {
  cookies: Map<string, string>
  /** Every cookie and every token of a form that it was ever given, by name. */
  given: { name: string; value: string }[]
  open(path: string): Promise<Answer>
  /** Opens the page, fills in the form with this action and sends it. */
  send(path: string, action: string, typed: Record<string, string>): Promise<Answer>
  /** Sends a form of a page that is open, with its hidden fields. */
  sendFrom(page: Answer, action: string, typed: Record<string, string>): Promise<Answer>
}

/** `websiteUrl` as WEB_PUBLIC_URL says it, which is where its forms come from. */
export function visitWebsite(websiteUrl: string, headers: Record<string, string> = {}): WebVisitor {
  const { origin } = new URL(websiteUrl)
  const cookies = new Map<string, string>()
  const given: WebVisitor['given'] = []

  async function go(path: string, options: Parameters<typeof ask>[2] = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ask(websiteUrl, path, {
      ...options,
      headers: { 'user-agent': 'A test', ...headers, ...options.headers, ...(cookie && { cookie }) },
    })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else {
        cookies.set(name, value)
        given.push({ name, value })
      }
    }
    for (const token of answer.text.matchAll(/name="form_token" value="([^"]+)"/g)) {
      given.push({ name: 'form_token', value: token[1] ?? '' })
    }
    return answer
  }

  const visitor: WebVisitor = {
    cookies,
    given,
    open: path => go(path),
    async send(path, action, typed) {
      return visitor.sendFrom(await go(path), action, typed)
    },
    sendFrom(page, action, typed) {
      return go(action, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...hiddenFields(page, action), ...typed }).toString(),
      })
    },
  }
  return visitor
}

function hiddenFields(page: Answer, action: string): Record<string, string> {
  const form = page.text.split('<form').find(part => part.includes(`action="${action}"`))
  if (form === undefined) throw new Error(`no form for ${action}; ${page.status}:\n${page.text}`)
  const inputs = form.slice(0, form.indexOf('</form>')).matchAll(/<input type="hidden"[^>]*>/g)
  return Object.fromEntries(
    [...inputs].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]),
  )
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

/** What the page shows there, as text. */
export function textIn(page: Answer, pattern: RegExp): string {
  const found = pattern.exec(page.text)?.[1]
  if (found === undefined)
    throw new Error(`nothing like ${pattern} on the page; ${page.status}:\n${page.text}`)
  return unescaped(found)
}

function unescaped(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
