// The portion on a food's page: every number that depends on it follows at once.
import { formatNumber, inPortion, type LabelNumber } from './label-numbers.ts'

const form = document.querySelector<HTMLFormElement>('form.portion')
if (form) followPortion(form)

const storageKey = 'larder-label'
const choices = document.querySelectorAll<HTMLInputElement>('input[name="label"]')
rememberChoice(choices)

function followPortion(form: HTMLFormElement): void {
  const grams = form.querySelector<HTMLInputElement>('[name="grams"]')
  if (!grams) return
  const servings = form.querySelector<HTMLInputElement>('[data-serving]')
  const serving = Number(servings?.dataset['serving'])
  const submitButton = form.querySelector<HTMLElement>('[type="submit"]')
  if (submitButton) submitButton.hidden = true

  const show = (portion: number) => {
    if (!(portion > 0 && portion <= Number(grams.max))) return
    for (const shown of document.querySelectorAll<HTMLElement | SVGElement>('[data-per100]')) {
      const value = inPortion(Number(shown.dataset['per100']), portion)
      shown.textContent = formatNumber(shown.dataset['as'] as LabelNumber, value)
    }
    for (const shown of document.querySelectorAll('[data-portion]')) shown.textContent = plain(portion)
    for (const link of form.querySelectorAll<HTMLElement>('[data-grams]')) {
      if (Number(link.dataset['grams']) === portion) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    const address = new URL(location.href)
    address.searchParams.set('grams', plain(portion))
    history.replaceState(history.state, '', address)
  }

  grams.addEventListener('input', () => {
    const portion = grams.valueAsNumber
    if (servings && portion > 0) servings.value = plain(portion / serving)
    show(portion)
  })
  if (servings) {
    servings.closest<HTMLElement>('.servings')?.removeAttribute('hidden')
    servings.addEventListener('input', () => {
      const portion = Number(plain(servings.valueAsNumber * serving))
      if (portion > 0) grams.value = plain(portion)
      show(portion)
    })
  }
  form.addEventListener('click', event => {
    const link = event.target instanceof Element && event.target.closest<HTMLElement>('[data-grams]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    grams.value = link.dataset['grams'] ?? ''
    grams.dispatchEvent(new Event('input'))
  })
  form.addEventListener('submit', event => event.preventDefault())
}

function plain(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Which of the two labels somebody likes to read. Where nothing may be stored, the page forgets it. */
function rememberChoice(choices: NodeListOf<HTMLInputElement>): void {
  try {
    const before = localStorage.getItem(storageKey)
    for (const choice of choices) {
      if (choice.value === before) choice.checked = true
      choice.addEventListener('change', () => localStorage.setItem(storageKey, choice.value))
    }
  } catch {
    return
  }
}
