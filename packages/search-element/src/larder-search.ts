// <larder-search>: an editable combobox with a list of foods, after the combobox pattern of the ARIA Authoring Practices Guide.
import { createClient, type Food, type LarderClient, LarderError } from '@larder/client'
import { energyText, englishMessages, errorText, rateLimitText, type SearchMessages } from './messages.ts'
import { styles } from './styles.ts'

const debounceMs = 150
/** What the API requires of a query, in code points. */
const minQueryLength = 2
const defaultLimit = 8
/** After a longer Retry-After (the hourly limit) people search again themselves. */
const maxAutomaticRetryMs = 60_000

/** Importing the module on a server, to render a page there, must not fail. */
const BaseElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement)

export class LarderSearch extends BaseElement {
  static readonly formAssociated = true
  static readonly observedAttributes = ['api-url', 'api-key', 'placeholder', 'label']

  #internals = this.attachInternals()
  #input = create('input', {
    id: 'input',
    part: 'input',
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    enterkeyhint: 'search',
    'aria-autocomplete': 'list',
    'aria-controls': 'list',
    'aria-expanded': 'false',
  })
  // Chromium makes a scrolling list a stop for the Tab key unless it has a tabindex.
  #list = create('ul', { id: 'list', part: 'list', role: 'listbox', tabindex: '-1' })
  // The status element announces the same text: a live region must exist before its text changes.
  #message = create('p', { id: 'message', part: 'message', 'aria-hidden': 'true' })
  #credit = create('p', { id: 'credit', part: 'credit' })
  #popup = create('div', { id: 'popup', part: 'popup', hidden: '' })
  #status = create('p', { id: 'status', role: 'status' })

  #client: LarderClient | undefined
  #messages = englishMessages
  #foods: Food[] = []
  #food: Food | null = null
  #activeIndex = -1
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined
  /** No request before this time: the API would reject it. */
  #blockedUntil = 0

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    // A constructed style sheet is allowed by a Content-Security-Policy that forbids inline styles.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
    this.#popup.append(this.#list, this.#message, this.#credit)
    root.append(this.#input, this.#popup, this.#status)

    this.#input.addEventListener('input', () => this.#onInput())
    this.#input.addEventListener('keydown', event => this.#onKeyDown(event))
    this.#input.addEventListener('focus', () => this.#setLabel())
    root.addEventListener('focusout', event => {
      if (event instanceof FocusEvent && root.contains(event.relatedTarget as Node | null)) return
      this.#cancel()
      this.#close()
    })
    // The focus stays in the input while the pointer selects.
    this.#list.addEventListener('pointerdown', event => event.preventDefault())
    this.#list.addEventListener('mousedown', event => event.preventDefault())
    this.#list.addEventListener('click', event => {
      const option = event.target instanceof Element ? event.target.closest('li') : null
      if (option) this.#select([...this.#list.children].indexOf(option))
    })
  }

  /** The address of the API; a path prefix is kept. */
  get apiUrl(): string {
    return this.getAttribute('api-url') ?? ''
  }
  set apiUrl(url: string) {
    this.setAttribute('api-url', url)
  }

  /** Visible to every visitor of the page: use a read-scope key. */
  get apiKey(): string | null {
    return this.getAttribute('api-key')
  }
  set apiKey(key: string | null) {
    if (key === null) this.removeAttribute('api-key')
    else this.setAttribute('api-key', key)
  }

  /** Foods in the list, 1 to 50. */
  get limit(): number {
    const limit = Number.parseInt(this.getAttribute('limit') ?? '', 10)
    return limit >= 1 && limit <= 50 ? limit : defaultLimit
  }
  set limit(limit: number) {
    this.setAttribute('limit', String(limit))
  }

  get name(): string {
    return this.getAttribute('name') ?? ''
  }
  set name(name: string) {
    this.setAttribute('name', name)
  }

  /** Texts that replace the English ones. */
  get messages(): SearchMessages {
    return this.#messages
  }
  set messages(messages: Partial<SearchMessages>) {
    this.#messages = { ...englishMessages, ...messages }
    this.#setLabel()
    this.#renderCredit()
  }

  /** The selected food; null until one is selected, and again when its name is edited. */
  get food(): Food | null {
    return this.#food
  }

  /** The value in a form: the id of the selected food, or ''. */
  get value(): string {
    return this.#food ? String(this.#food.id) : ''
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  clear(): void {
    this.#input.value = ''
    this.#reset()
  }

  connectedCallback(): void {
    this.#setLabel()
    this.#renderCredit()
  }

  disconnectedCallback(): void {
    this.#cancel()
    this.#close()
  }

  attributeChangedCallback(name: string): void {
    if (name === 'api-url' || name === 'api-key') {
      this.#client = undefined
      this.#blockedUntil = 0
    }
    this.#input.placeholder = this.getAttribute('placeholder') ?? ''
    this.#setLabel()
  }

  formResetCallback(): void {
    this.clear()
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#input.disabled = isDisabled
    if (isDisabled) this.#reset()
  }

  #setLabel(): void {
    const [outerLabel] = this.#internals.labels
    const label = this.getAttribute('label') || outerLabel?.textContent?.trim() || this.#messages.label
    this.#input.ariaLabel = label
    this.#list.ariaLabel = label
  }

  #renderCredit(): void {
    const link = (href: string, text: string) => {
      const anchor = create('a', { href, target: '_blank', rel: 'noopener' })
      anchor.textContent = text
      return anchor
    }
    this.#credit.replaceChildren(
      `${this.#messages.credit} `,
      link('https://openfoodfacts.org', 'Open Food Facts'),
      ', ',
      link('https://opendatacommons.org/licenses/odbl/1-0/', 'ODbL 1.0'),
    )
  }

  get #query(): string {
    return this.#input.value.trim()
  }

  #onInput(): void {
    this.#setFood(null)
    this.#setActive(-1)
    this.#scheduleSearch(debounceMs)
  }

  #scheduleSearch(delayMs: number): void {
    this.#cancel()
    if ([...this.#query].length < minQueryLength) {
      this.#foods = []
      this.#close()
      return
    }
    const blockedMs = this.#blockedUntil - Date.now()
    if (blockedMs > 0) this.#showError(rateLimitText(Math.ceil(blockedMs / 1000), this.#messages))
    if (blockedMs <= maxAutomaticRetryMs)
      this.#timer = setTimeout(() => void this.#search(), Math.max(delayMs, blockedMs))
  }

  #cancel(): void {
    clearTimeout(this.#timer)
    this.#request?.abort()
    this.#request = undefined
  }

  async #search(): Promise<void> {
    const query = this.#query
    const request = new AbortController()
    this.#request = request
    if (this.#foods.length === 0) this.#show(this.#messages.searching)
    try {
      const client = this.#getClient()
      if (!client) return this.#showError(this.#messages.apiUrlMissing)
      const foods = await client.search(query, { limit: this.limit, signal: request.signal })
      if (request.signal.aborted) return
      this.#foods = foods
      if (foods.length === 0) this.#showAndAnnounce(this.#messages.nothingFound(query))
      else this.#showFoods()
    } catch (error) {
      // A newer search has taken over.
      if (!request.signal.aborted) this.#onError(error)
    }
  }

  /** Errors are shown at once, so the client does not retry. */
  #getClient(): LarderClient | undefined {
    if (!URL.canParse(this.apiUrl)) return undefined
    this.#client ??= createClient({
      baseUrl: this.apiUrl.replace(/\/+$/, ''),
      apiKey: this.apiKey?.trim() || undefined,
      maxRetries: 0,
    })
    return this.#client
  }

  #onError(error: unknown): void {
    this.#foods = []
    if (error instanceof LarderError && error.status === 429) {
      this.#blockedUntil = Date.now() + (error.retryAfter ?? 60) * 1000
      this.#scheduleSearch(0)
    } else this.#showError(errorText(error, this.#messages))
  }

  #showFoods(): void {
    const locale = this.closest<HTMLElement>('[lang]')?.lang || undefined
    this.#list.replaceChildren(
      ...this.#foods.map(({ name, brand, calories_kcal }, index) => {
        const option = create('li', {
          id: `option-${index}`,
          part: 'option',
          role: 'option',
          'aria-selected': 'false',
        })
        const food = create('span', { class: 'food', part: 'name' })
        food.append(name)
        if (brand) {
          const small = create('small', { part: 'brand' })
          small.textContent = brand
          // A space separates the words of the accessible name.
          food.append(' ', small)
        }
        const energy = create('small', { class: 'energy', part: 'energy' })
        energy.textContent = energyText(calories_kcal, this.#messages, locale)
        option.append(food, ' ', energy)
        return option
      }),
    )
    this.#list.scrollTop = 0
    this.#show('')
    this.#status.textContent = this.#messages.found(this.#foods.length)
  }

  #showAndAnnounce(text: string): void {
    this.#show(text)
    this.#status.textContent = text
  }

  #showError(text: string): void {
    this.#showAndAnnounce(text)
    this.#message.classList.add('error')
  }

  /** Opens the popup: with this message, or with the foods if it is empty. */
  #show(message: string): void {
    const hasFoods = message === ''
    this.#message.classList.remove('error')
    this.#message.textContent = message
    this.#message.hidden = hasFoods
    this.#list.hidden = !hasFoods
    this.#credit.hidden = !hasFoods
    // The search may end after the focus has moved on.
    this.#popup.hidden = !this.matches(':focus-within')
    this.#input.ariaExpanded = String(hasFoods && !this.#popup.hidden)
    this.#setActive(-1)
  }

  #close(): void {
    this.#popup.hidden = true
    this.#input.ariaExpanded = 'false'
    this.#status.textContent = ''
    this.#setActive(-1)
  }

  #reset(): void {
    this.#cancel()
    this.#foods = []
    this.#setFood(null)
    this.#close()
  }

  #setFood(food: Food | null): void {
    this.#food = food
    this.#internals.setFormValue(food && String(food.id))
  }

  #setActive(index: number): void {
    this.#list.children[this.#activeIndex]?.setAttribute('aria-selected', 'false')
    this.#activeIndex = index
    const option = this.#list.children[index]
    if (option) {
      option.setAttribute('aria-selected', 'true')
      option.scrollIntoView({ block: 'nearest' })
      this.#input.setAttribute('aria-activedescendant', option.id)
    } else this.#input.removeAttribute('aria-activedescendant')
  }

  #select(index: number): void {
    const food = this.#foods[index]
    if (!food) return
    this.#cancel()
    this.#input.value = food.name
    this.#foods = []
    this.#close()
    this.#setFood(food)
    this.dispatchEvent(new CustomEvent('larder-select', { detail: food, bubbles: true, composed: true }))
  }

  #onKeyDown(event: KeyboardEvent): void {
    // While an input method composes a character, the keys belong to it.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (this.#handleKey(event.key, event.altKey)) event.preventDefault()
  }

  /** Returns whether the key had an effect here; otherwise the browser handles it. */
  #handleKey(key: string, isAlt: boolean): boolean {
    const isOpen = this.#input.ariaExpanded === 'true'
    const isOnOption = this.#activeIndex >= 0
    const last = this.#foods.length - 1
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const isDown = key === 'ArrowDown'
        if (!isOpen) this.#reopen()
        else if (isAlt) {
          if (!isDown) this.#close()
        } else if (isDown) this.#setActive(this.#activeIndex === last ? 0 : this.#activeIndex + 1)
        else this.#setActive(this.#activeIndex <= 0 ? last : this.#activeIndex - 1)
        return true
      }
      case 'Home':
      case 'End':
        if (!isOnOption) return false
        this.#setActive(key === 'Home' ? 0 : last)
        return true
      case 'Enter':
        if (isOnOption) this.#select(this.#activeIndex)
        else if (!isOpen) this.#scheduleSearch(0)
        return isOnOption
      case 'Escape':
        if (!this.#popup.hidden) this.#close()
        else if (this.#input.value !== '') this.clear()
        else return false
        return true
      default:
        return false
    }
  }

  #reopen(): void {
    if (this.#foods.length > 0) this.#showFoods()
    else this.#scheduleSearch(0)
  }
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
