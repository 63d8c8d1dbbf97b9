// Suggestions below the search fields of forms with `data-suggest`. The server renders them as options, each a link. An empty
// field suggests what was searched for before, which only this browser knows.
const debounceMs = 150
const storageKey = 'larder-searches'
const maxRecent = 6

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-suggest]')) {
  const input = form.querySelector<HTMLInputElement>('[role=combobox]')
  const list = form.querySelector<HTMLElement>('[role=listbox]')
  if (input && list) suggestFoods(form, input, list)
}

/** The form's other fields say what is done with a food. */
function addressOf(form: HTMLFormElement, text: string): URL {
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value))
  const input = form.querySelector<HTMLInputElement>('[role=combobox]')
  url.searchParams.set(input?.name ?? 'q', text)
  return url
}

const searched = document.querySelector<HTMLElement>('[data-searched]')?.dataset['searched']
if (searched) writeRecent([searched, ...readRecent().filter(each => each !== searched)].slice(0, maxRecent))

function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(each => typeof each === 'string') : []
  } catch {
    // Storage may be blocked.
    return []
  }
}

function writeRecent(searches: string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(searches))
  } catch {
    // Storage may be blocked.
  }
}

function suggestFoods(form: HTMLFormElement, input: HTMLInputElement, list: HTMLElement): void {
  let timer = 0
  let pending = new AbortController()
  let shownFor: string | undefined

  const options = () => [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const selected = () => options().findIndex(option => option.ariaSelected === 'true')

  function show(isShown: boolean): void {
    list.hidden = !isShown
    input.ariaExpanded = String(isShown)
    if (!isShown) select(-1)
  }

  function select(index: number): void {
    const all = options()
    for (const [position, option] of all.entries()) {
      option.id = `${list.id}-${position}`
      option.ariaSelected = String(position === index)
    }
    const option = all[index]
    if (option) {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    } else input.removeAttribute('aria-activedescendant')
  }

  async function update(): Promise<void> {
    const text = input.value.trim()
    pending.abort()
    if (text === '') return showRecent()
    if (text === shownFor) return show(true)
    const controller = new AbortController()
    pending = controller
    try {
      const html = await fetchOptions(form, text, controller.signal)
      if (controller.signal.aborted) return
      if (html === null) return show(false)
      list.innerHTML = html
      shownFor = text
      select(-1)
      show(options().length > 0 && document.activeElement === input)
    } catch {
      if (!controller.signal.aborted) show(false)
    }
  }

  function showRecent(): void {
    const searches = readRecent()
    if (searches.length === 0) {
      show(false)
      return
    }
    list.replaceChildren(...createRecentOptions(form, searches))
    shownFor = undefined
    select(-1)
    show(document.activeElement === input)
  }

  list.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-clear-recent]')) return
    writeRecent([])
    list.replaceChildren()
    show(false)
    input.focus()
  })

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void update(), input.value.trim() === '' ? 0 : debounceMs)
  })
  const showForEmptyField = () => {
    if (input.value.trim() === '') showRecent()
    else if (input.value.trim() === shownFor) show(true)
  }
  input.addEventListener('focus', showForEmptyField)
  // Also in a field that has the focus already.
  input.addEventListener('click', showForEmptyField)
  input.addEventListener('keydown', event => {
    if (event.isComposing) return
    if (list.hidden) {
      if (event.key === 'ArrowDown') void update()
      return
    }
    const { length } = options()
    if (event.key === 'ArrowDown') select((selected() + 1) % length)
    else if (event.key === 'ArrowUp') select((selected() <= 0 ? length : selected()) - 1)
    else if (event.key === 'Escape') show(false)
    else if (event.key === 'Enter' && selected() >= 0) options()[selected()]?.click()
    else return
    event.preventDefault()
  })
  // A press on a suggestion must not close the list before it is followed.
  list.addEventListener('mousedown', event => event.preventDefault())
  input.addEventListener('blur', () => show(false))
}

/** Null if the server has none; the form still works. */
async function fetchOptions(
  form: HTMLFormElement,
  text: string,
  signal: AbortSignal,
): Promise<string | null> {
  const url = addressOf(form, text)
  url.searchParams.set('part', 'suggestions')
  if (document.body.dataset['photos'] !== undefined) url.searchParams.set('photos', '1')
  const response = await fetch(url, { signal })
  const html = await response.text()
  // A whole page says why there are none.
  return !response.ok || html.startsWith('<!doctype') ? null : html
}

/** The searches as a group, and an option that clears them. */
function createRecentOptions(form: HTMLFormElement, searches: string[]): HTMLElement[] {
  const { recent = '', clear = '' } = form.dataset
  const group = document.createElement('div')
  group.role = 'group'
  group.ariaLabel = recent
  const title = document.createElement('p')
  title.className = 'combo-group'
  title.role = 'presentation'
  title.textContent = recent
  group.append(title, ...searches.map(search => createRecentOption(form, search)))
  const clearOption = createOption(form, 'div', clear)
  clearOption.dataset['clearRecent'] = ''
  return [group, clearOption]
}

function createOption(form: HTMLFormElement, tag: 'a' | 'div', text: string): HTMLElement {
  const option = document.createElement(tag)
  option.role = 'option'
  option.className = 'combo-opt'
  const picture = document.createElement('span')
  const icon = form.querySelector('.combo-box > .icon')
  if (tag === 'a' && icon) {
    picture.className = 'tile tile-stone'
    picture.append(icon.cloneNode(true))
  }
  const label = document.createElement('span')
  label.textContent = text
  option.append(picture, label)
  return option
}

function createRecentOption(form: HTMLFormElement, text: string): HTMLElement {
  const option = createOption(form, 'a', text)
  option.setAttribute('href', addressOf(form, text).href)
  return option
}

document.addEventListener('keydown', event => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
  const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
  const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  if (!isSlash && !isCommand) return
  const visible = [...document.querySelectorAll<HTMLInputElement>('form[data-suggest] [role=combobox]')].find(
    field => field.offsetParent !== null,
  )
  if (!visible) return
  event.preventDefault()
  visible.focus()
  visible.select()
})

export {}
