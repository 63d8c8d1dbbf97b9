// Results while one types. Any form with `data-results` gets it: the list comes from the form's own address with
// `part=list`, and takes the place of what is in the element of that id.

const waitMs = 120

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-results]')) {
  const field = form.querySelector<HTMLInputElement>('input[type=search]')
  const results = document.getElementById(form.dataset['results'] ?? '')
  const status = document.getElementById('search-status')
  if (field && results && status) followTyping(form, field, results, status)
}

function followTyping(
  form: HTMLFormElement,
  field: HTMLInputElement,
  results: HTMLElement,
  status: HTMLElement,
): void {
  let timer = 0
  let asked = new AbortController()
  let shown = field.value.trim()
  // What was typed before stays one step back; what is being typed is one step however many letters it has.
  let isTyping = shown === ''

  function addressOf(text: string): URL {
    const address = new URL(form.action)
    if (text !== '') address.searchParams.set(field.name, text)
    return address
  }

  /** An answer that is overtaken by a newer question is never shown. */
  async function ask(text: string): Promise<void> {
    clearTimeout(timer)
    asked.abort()
    if (text === shown) return
    const controller = new AbortController()
    asked = controller
    const address = addressOf(text)
    address.searchParams.set('part', 'list')
    results.ariaBusy = 'true'
    try {
      const answer = await fetch(address, { signal: controller.signal })
      const html = await answer.text()
      if (controller.signal.aborted) return
      if (!answer.ok && answer.status !== 429) throw new Error(answer.statusText)
      results.innerHTML = html
      shown = text
      announce(results.querySelector<HTMLElement>('[data-status]')?.dataset['status'] ?? '')
    } catch {
      if (controller.signal.aborted) return
      announce('That did not work. Press Enter to try again.')
    }
    results.ariaBusy = null
  }

  /** Only a change is read out. */
  function announce(words: string): void {
    if (status.textContent !== words) status.textContent = words
  }

  function follow(text: string): void {
    const address = addressOf(text)
    if (address.href === location.href) return
    if (isTyping) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    isTyping = true
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    const text = field.value.trim()
    timer = setTimeout(() => {
      follow(text)
      void ask(text)
    }, waitMs)
  })

  form.addEventListener('submit', event => {
    const text = field.value.trim()
    // A barcode leads to its food, which the server knows.
    if (/^[\d\s-]{8,}$/.test(text)) return
    event.preventDefault()
    follow(text)
    isTyping = text === ''
    void ask(text)
  })

  window.addEventListener('popstate', () => {
    const text = new URL(location.href).searchParams.get(field.name) ?? ''
    field.value = text
    isTyping = text === ''
    void ask(text.trim())
  })

  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const links = [...results.querySelectorAll<HTMLElement>('li a')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    if (document.activeElement !== field && at === -1) return
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && at > -1) (links[at - 1] ?? field).focus()
    else if (event.key === 'Escape') clear()
    else return
    event.preventDefault()
  })

  // Not where a keyboard would rise from the bottom of a phone and hide what was found.
  if (field.dataset['first'] !== undefined && matchMedia('(pointer: fine)').matches) {
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }

  function clear(): void {
    field.value = ''
    field.focus()
    follow('')
    void ask('')
  }
}

export {}
