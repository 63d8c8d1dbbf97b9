// Live search for forms with `data-results`: fetches the form's URL with `part=list` as the user types and replaces
// the content of the element with that id.

const debounceMs = 120

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-results]')) {
  const field = form.querySelector<HTMLInputElement>('input[type=search]')
  const results = document.getElementById(form.dataset['results'] ?? '')
  const status = document.getElementById('search-status')
  if (field && results && status) startLiveSearch(form, field, results, status)
}

function startLiveSearch(
  form: HTMLFormElement,
  field: HTMLInputElement,
  results: HTMLElement,
  status: HTMLElement,
): void {
  let timer = 0
  let pending = new AbortController()
  let shown = field.value.trim()
  // One history entry per search: further typing replaces the entry instead of adding one per letter.
  let isTyping = shown === ''

  function urlFor(text: string): URL {
    const url = new URL(form.action)
    if (text !== '') url.searchParams.set(field.name, text)
    return url
  }

  /** Fetches and shows the results; a newer search aborts an older one. */
  async function search(text: string): Promise<void> {
    clearTimeout(timer)
    pending.abort()
    if (text === shown) return
    const controller = new AbortController()
    pending = controller
    const url = urlFor(text)
    url.searchParams.set('part', 'list')
    results.ariaBusy = 'true'
    try {
      const response = await fetch(url, { signal: controller.signal })
      const html = await response.text()
      if (controller.signal.aborted) return
      if (!response.ok && response.status !== 429) throw new Error(response.statusText)
      results.innerHTML = html
      shown = text
      announce(results.querySelector<HTMLElement>('[data-status]')?.dataset['status'] ?? '')
    } catch {
      if (controller.signal.aborted) return
      announce('Search failed. Press Enter to try again.')
    }
    results.ariaBusy = null
  }

  /** Screen readers announce the status only when it changes. */
  function announce(message: string): void {
    if (status.textContent !== message) status.textContent = message
  }

  function updateHistory(text: string): void {
    const url = urlFor(text)
    if (url.href === location.href) return
    if (isTyping) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
    isTyping = true
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    const text = field.value.trim()
    timer = setTimeout(() => {
      updateHistory(text)
      void search(text)
    }, debounceMs)
  })

  form.addEventListener('submit', event => {
    const text = field.value.trim()
    // The server redirects a barcode to its food; the shortest have 6 digits.
    if (/^[\d\s-]{6,}$/.test(text)) return
    event.preventDefault()
    updateHistory(text)
    isTyping = text === ''
    void search(text)
  })

  window.addEventListener('popstate', () => {
    const text = new URL(location.href).searchParams.get(field.name) ?? ''
    field.value = text
    isTyping = text === ''
    void search(text.trim())
  })

  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const links = [...results.querySelectorAll<HTMLElement>('li a')]
    const index = links.indexOf(document.activeElement as HTMLElement)
    if (document.activeElement !== field && index === -1) return
    if (event.key === 'ArrowDown') links[Math.min(index + 1, links.length - 1)]?.focus()
    else if (event.key === 'ArrowUp' && index > -1) (links[index - 1] ?? field).focus()
    else if (event.key === 'Escape') clear()
    else return
    event.preventDefault()
  })

  // Not on touch devices, where the on-screen keyboard would cover the results.
  if (field.dataset['autofocus'] !== undefined && matchMedia('(pointer: fine)').matches) {
    field.focus({ preventScroll: true })
    field.setSelectionRange(field.value.length, field.value.length)
  }

  function clear(): void {
    field.value = ''
    field.focus()
    updateHistory('')
    void search('')
  }
}

export {}
