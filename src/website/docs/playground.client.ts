// Sends the selected request to the API and shows the response.
import { renderJson, token } from './json-view.client.ts'

const timeoutMs = 15_000
const { lang } = document.documentElement

const playground = document.querySelector<HTMLElement>('.playground')
if (playground) startPlayground(playground)

function startPlayground(root: HTMLElement): void {
  const api = root.dataset['api'] ?? ''
  const find = <Found extends HTMLElement>(selector: string): Found => {
    const found = root.querySelector<Found>(selector)
    if (!found) throw new Error(`missing element ${selector}`)
    return found
  }
  const forms = [...root.querySelectorAll<HTMLFormElement>('.request-form')]
  const requests = root.querySelectorAll<HTMLInputElement>('input[name="request"]')
  const key = find<HTMLInputElement>('.key input')
  const [command, link] = [find('.code pre > code'), find<HTMLAnchorElement>('.open a')]
  /** A message of the page with its values filled in. */
  const say = (name: string, values: Record<string, string> = {}): string =>
    (root.dataset[name] ?? '').replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  const [responseSection, status, limit] = [
    find('.response'),
    find('.response-status'),
    find('.response-limit'),
  ]
  const [headers, body] = [find('.response-headers'), find('.response-body')]

  find('.key').hidden = false
  for (const form of forms) {
    const button = form.querySelector('button')
    if (button) button.textContent = root.dataset['send'] ?? ''
  }

  const selectedForm = (): HTMLFormElement | undefined => {
    const request = [...requests].find(({ checked }) => checked)
    return forms.find(form => form.dataset['endpoint'] === request?.value)
  }

  const showRequest = (): void => {
    const form = selectedForm()
    if (!form) return
    const url = api + pathOf(form)
    link.href = url
    // The key itself is not shown, to keep it out of screenshots and shell histories.
    const header = '"Authorization: Bearer $LARDER_KEY"'
    command.replaceChildren(
      token('w', 'curl'),
      ...(key.value.trim() === '' ? [] : [' ', token('k', '-H'), ' ', token('s', header)]),
      ' ',
      token('s', `'${url.replaceAll("'", '%27')}'`),
    )
  }

  let latestRequest = 0
  const send = async (form: HTMLFormElement): Promise<void> => {
    latestRequest += 1
    const thisRequest = latestRequest
    const path = pathOf(form)
    history.replaceState(history.state, '', `?${new URLSearchParams(valuesOf(form))}`)
    responseSection.hidden = false
    root.setAttribute('aria-busy', 'true')
    const startedAt = performance.now()
    const outcome = await sendRequest(say, api + path, key.value.trim())
    // Discard a response that a newer request has superseded.
    if (thisRequest !== latestRequest) return
    root.removeAttribute('aria-busy')
    for (const section of [limit, headers, body]) section.replaceChildren()
    if (typeof outcome === 'string') {
      status.textContent = outcome
      setOutcome(status, false)
      return
    }
    const { response, text } = outcome
    setOutcome(status, response.ok)
    const durationMs = Math.round(performance.now() - startedAt)
    const statusText = `${response.status} ${response.statusText}`.trim()
    status.textContent = `${statusText} · ${durationMs} ms · ${sizeOf(text)}`
    renderLimit(say, limit, response)
    for (const [name, value] of response.headers) {
      const row = document.createElement('div')
      row.append(element('dt', name), element('dd', value))
      headers.append(row)
    }
    renderBody(body, text)
    status.scrollIntoView({ block: 'nearest' })
  }

  for (const form of forms) {
    form.addEventListener('submit', event => {
      event.preventDefault()
      void send(form)
    })
  }
  root.addEventListener('input', showRequest)
  showRequest()
}

function valuesOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)])
}

function pathOf(form: HTMLFormElement): string {
  const values = new Map(valuesOf(form))
  const path = (form.dataset['path'] ?? '').replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(name) ?? ''),
  )
  const query = new URLSearchParams()
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in="query"]')) {
    if (field.value !== '') query.set(field.name, field.value)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

type Say = (name: string, values?: Record<string, string>) => string

function setOutcome(status: HTMLElement, isOk: boolean): void {
  status.classList.toggle('badge-ok', isOk)
  status.classList.toggle('badge-danger', !isOk)
}

/** Returns the response, or an error message. */
async function sendRequest(
  say: Say,
  url: string,
  key: string,
): Promise<{ response: Response; text: string } | string> {
  try {
    const response = await fetch(url, {
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { response, text: await response.text() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return say('timedOut', { seconds: String(timeoutMs / 1000) })
    }
    if (/[^\x20-\x7e]/.test(key)) return say('invalidKey')
    return say('unreachable', { url: new URL(url).origin })
  }
}

function renderLimit(say: Say, root: HTMLElement, { status, headers }: Response): void {
  const wait = headers.get('retry-after')
  if (status === 429 || status === 503) {
    root.append(element('p', say('retryIn', { seconds: wait ?? '1' })))
  }
  const [max, remaining] = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
  if (max === null || remaining === null) {
    root.append(element('p', say('quotaHint')))
    return
  }
  const meter = document.createElement('meter')
  meter.max = Number(max)
  meter.low = Number(max) / 5
  meter.optimum = Number(max)
  meter.value = Number(remaining)
  meter.setAttribute('aria-label', say('requestsLeft'))
  const resetTime = new Date(Number(headers.get('x-ratelimit-reset')) * 1000).toLocaleTimeString(lang)
  root.append(element('p', say('quota', { remaining, limit: max, time: resetTime })), meter)
}

function renderBody(root: HTMLElement, text: string): void {
  try {
    renderJson(root, JSON.parse(text))
  } catch {
    root.textContent = text
  }
}

function sizeOf(text: string): string {
  const bytes = new TextEncoder().encode(text).length
  const [value, unit] = bytes < 1_000 ? [bytes, 'byte'] : [bytes / 1_000, 'kilobyte']
  return new Intl.NumberFormat(lang, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value)
}

function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name)
  created.textContent = text
  return created
}
