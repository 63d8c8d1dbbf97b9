// Live search for forms with `data-results`: fetches the form's URL with `part=list` as the user types or changes another
// control of the form, and replaces the content of the element with that id.

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
  let shown = location.href
  // One history entry per search: further typing replaces the entry instead of adding one per letter.
  let isTyping = field.value.trim() === ''

  /** Without the empty controls. */
  function currentUrl(): URL {
    const url = new URL(form.action)
    for (const [name, value] of new FormData(form)) {
      const text = String(value).trim()
      if (text !== '') url.searchParams.set(name, text)
    }
    return url
  }

  /** Fetches and shows the results; a newer search aborts an older one. */
  async function search({ href }: URL): Promise<void> {
    clearTimeout(timer)
    pending.abort()
    if (href === shown) return
    const controller = new AbortController()
    pending = controller
    const url = new URL(href)
    url.searchParams.set('part', 'list')
    results.ariaBusy = 'true'
    try {
      const response = await fetch(url, { signal: controller.signal })
      const html = await response.text()
      if (controller.signal.aborted) return
      // An error page; a rejected search is a list that says so.
      if (html.startsWith('<!doctype')) throw new Error(response.statusText)
      results.innerHTML = html
      shown = href
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

  function updateHistory(url: URL): void {
    if (url.href === location.href) return
    if (isTyping) history.replaceState(null, '', url)
    else history.pushState(null, '', url)
    isTyping = true
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const url = currentUrl()
      updateHistory(url)
      void search(url)
    }, debounceMs)
  })

  for (const control of otherControls()) {
    control.addEventListener('change', () => {
      const url = currentUrl()
      isTyping = false
      updateHistory(url)
      void search(url)
    })
  }

  function otherControls(): (HTMLInputElement | HTMLSelectElement)[] {
    return [...form.elements].filter(
      element =>
        element !== field && (element instanceof HTMLInputElement || element instanceof HTMLSelectElement),
    ) as (HTMLInputElement | HTMLSelectElement)[]
  }

  form.addEventListener('submit', event => {
    const text = field.value.trim()
    // The server redirects a barcode to its food; the shortest have 6 digits.
    if (/^[\d\s-]{6,}$/.test(text)) return
    event.preventDefault()
    const url = currentUrl()
    updateHistory(url)
    isTyping = text === ''
    void search(url)
  })

  window.addEventListener('popstate', () => {
    const url = new URL(location.href)
    const read = (name: string) => url.searchParams.get(name) ?? ''
    field.value = read(field.name)
    for (const control of otherControls()) {
      if (control.type === 'checkbox') control.checked = read(control.name) !== ''
      else control.value = read(control.name)
    }
    isTyping = field.value === ''
    void search(url)
  })

  document.addEventListener('keydown', event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const links = [...results.querySelectorAll<HTMLElement>('.food-name')]
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
    const url = currentUrl()
    updateHistory(url)
    void search(url)
  }
}

export {}
