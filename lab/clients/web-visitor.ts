// A minimal browser that supports cookies and forms: fast, and its state is visible to tests.
import { type Answer, ask } from './http.ts'

export interface WebVisitor {
  cookies: Map<string, string>
  /** Every cookie and form token ever received. */
  given: { name: string; value: string }[]
  open(path: string): Promise<Answer>
  /** Opens the page, fills in the form with this action and sends it. */
  send(path: string, action: string, typed: Record<string, string>): Promise<Answer>
  /** Submits a form of an open page, including its hidden fields. */
  sendFrom(page: Answer, action: string, typed: Record<string, string>): Promise<Answer>
}

/** `websiteUrl` must equal WEB_PUBLIC_URL, the expected origin of forms. */
export function visitWebsite(websiteUrl: string, headers: Record<string, string> = {}): WebVisitor {
  const { origin } = new URL(websiteUrl)
  const cookies = new Map<string, string>()
  const given: WebVisitor['given'] = []

  async function go(path: string, options: Parameters<typeof ask>[2] = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await ask(websiteUrl, path, {
      ...options,
      headers: { 'user-agent': 'A test', ...headers, ...options.headers, ...(cookie && { cookie }) },
    })
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else {
        cookies.set(name, value)
        given.push({ name, value })
      }
    }
    for (const token of response.text.matchAll(/name="form_token" value="([^"]+)"/g)) {
      given.push({ name: 'form_token', value: token[1] ?? '' })
    }
    return response
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
  const form = page.text.split('<form').find(fragment => fragment.includes(`action="${action}"`))
  if (form === undefined) throw new Error(`no form for ${action}; ${page.status}:\n${page.text}`)
  const inputs = form.slice(0, form.indexOf('</form>')).matchAll(/<input type="hidden"[^>]*>/g)
  return Object.fromEntries(
    [...inputs].map(([input]) => [attribute(input, 'name'), attribute(input, 'value')]),
  )
}

function attribute(tag: string, name: string): string {
  return unescapeHtml(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

/** The first group of the match, as text. */
export function textIn(page: Answer, pattern: RegExp): string {
  const found = pattern.exec(page.text)?.[1]
  if (found === undefined)
    throw new Error(`no match for ${pattern} on the page; ${page.status}:\n${page.text}`)
  return unescapeHtml(found)
}

function unescapeHtml(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
