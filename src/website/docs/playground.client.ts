// Sends the request that the chosen form describes from here to the API, and shows all that comes back.
import { showJson } from './json-view.client.ts'

const timeoutMs = 15_000

const playground = document.querySelector<HTMLElement>('.playground')
if (playground) start(playground)

function start(place: HTMLElement): void {
  const api = place.dataset['api'] ?? ''
  const part = <Part extends HTMLElement>(selector: string): Part => {
    const found = place.querySelector<Part>(selector)
    if (!found) throw new Error(`the page has no ${selector}`)
    return found
  }
  const forms = [...place.querySelectorAll<HTMLFormElement>('.request-form')]
  const requests = place.querySelectorAll<HTMLInputElement>('input[name="request"]')
  const key = part<HTMLInputElement>('.key input')
  const [command, link] = [part('.code code'), part<HTMLAnchorElement>('.open a')]
  const [answer, status, limit] = [part('.answer'), part('.answer-status'), part('.answer-limit')]
  const [headers, body] = [part('.answer-headers'), part('.answer-body')]

  part('.key').hidden = false
  for (const form of forms) {
    const button = form.querySelector('button')
    if (button) button.textContent = 'Send'
  }

  const chosen = (): HTMLFormElement | undefined => {
    const request = [...requests].find(({ checked }) => checked)
    return forms.find(form => form.dataset['endpoint'] === request?.value)
  }

  const showRequest = (): void => {
    const form = chosen()
    if (!form) return
    const address = api + pathOf(form)
    link.href = address
    // The key itself is not shown: screens are looked at, and commands are kept in histories.
    const sent = key.value.trim() === '' ? '' : ' -H "Authorization: Bearer $LARDER_KEY"'
    command.textContent = `curl${sent} '${address.replaceAll("'", '%27')}'`
  }

  let latest = 0
  const send = async (form: HTMLFormElement): Promise<void> => {
    latest += 1
    const own = latest
    const path = pathOf(form)
    history.replaceState(history.state, '', `?${new URLSearchParams(textOf(form))}`)
    answer.hidden = false
    place.setAttribute('aria-busy', 'true')
    const began = performance.now()
    const outcome = await ask(api + path, key.value.trim())
    // An answer that a newer request has overtaken is of no interest.
    if (own !== latest) return
    place.removeAttribute('aria-busy')
    for (const each of [limit, headers, body]) each.replaceChildren()
    if (typeof outcome === 'string') {
      status.textContent = outcome
      status.dataset['outcome'] = 'bad'
      return
    }
    const { response, text } = outcome
    status.dataset['outcome'] = response.ok ? 'good' : 'bad'
    const took = Math.round(performance.now() - began)
    const statusText = `${response.status} ${response.statusText}`.trim()
    status.textContent = `${statusText} · ${took} ms · ${sizeOf(text)}`
    showLimit(limit, response)
    for (const [name, value] of response.headers) headers.append(element('dt', name), element('dd', value))
    showBody(body, text)
    status.scrollIntoView({ block: 'nearest' })
  }

  for (const form of forms) {
    form.addEventListener('submit', event => {
      event.preventDefault()
      void send(form)
    })
  }
  place.addEventListener('input', showRequest)
  showRequest()
}

function textOf(form: HTMLFormElement): [string, string][] {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)])
}

function pathOf(form: HTMLFormElement): string {
  const given = new Map(textOf(form))
  const path = (form.dataset['path'] ?? '').replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(given.get(name) ?? ''),
  )
  const query = new URLSearchParams()
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in="query"]')) {
    if (field.value !== '') query.set(field.name, field.value)
  }
  return query.size === 0 ? path : `${path}?${query}`
}

/** The answer, or why there is none. */
async function ask(address: string, key: string): Promise<{ response: Response; text: string } | string> {
  try {
    const response = await fetch(address, {
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { response, text: await response.text() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return `No answer within ${timeoutMs / 1000} seconds. Try again in a moment.`
    }
    if (/[^\x20-\x7e]/.test(key)) return 'The key holds a letter that no key has. Copy it again.'
    return `The API at ${new URL(address).origin} could not be reached. Is your device online? Else it may be away: try again in a moment.`
  }
}

function showLimit(place: HTMLElement, { status, headers }: Response): void {
  const wait = headers.get('retry-after')
  if (status === 429 || status === 503) {
    place.append(element('p', `Send it again in ${wait ?? 'some'} ${wait === '1' ? 'second' : 'seconds'}.`))
  }
  const [max, remaining] = [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]
  if (max === null || remaining === null) {
    place.append(element('p', 'How much of the limit is left is told to requests with a key.'))
    return
  }
  const meter = document.createElement('meter')
  meter.max = Number(max)
  meter.low = Number(max) / 5
  meter.optimum = Number(max)
  meter.value = Number(remaining)
  meter.setAttribute('aria-label', 'Requests left')
  const until = new Date(Number(headers.get('x-ratelimit-reset')) * 1000).toLocaleTimeString()
  place.append(element('p', `${remaining} of ${max} requests left until ${until}`), meter)
}

function showBody(place: HTMLElement, text: string): void {
  try {
    showJson(place, JSON.parse(text))
  } catch {
    place.textContent = text
  }
}

function sizeOf(text: string): string {
  const bytes = new TextEncoder().encode(text).length
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} KB`
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
