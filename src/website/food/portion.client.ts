// Updates all values on a food's page as the portion changes.
import { formatNumber, inPortion, type LabelNumber } from './label-numbers.ts'

const form = document.querySelector<HTMLFormElement>('form.portion')
if (form) startPortionForm(form)

const storageKey = 'larder-label'
const choices = document.querySelectorAll<HTMLInputElement>('input[name="label"]')
rememberChoice(choices)

function startPortionForm(form: HTMLFormElement): void {
  const grams = form.querySelector<HTMLInputElement>('[name="grams"]')
  if (!grams) return
  const servings = form.querySelector<HTMLInputElement>('[data-serving]')
  const serving = Number(servings?.dataset['serving'])
  const submitButton = form.querySelector<HTMLElement>('[type="submit"]')
  if (submitButton) submitButton.hidden = true

  const update = (portion: number) => {
    if (!(portion > 0 && portion <= Number(grams.max))) return
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>('[data-per100]')) {
      const value = inPortion(Number(element.dataset['per100']), portion)
      element.textContent = formatNumber(element.dataset['as'] as LabelNumber, value)
    }
    for (const element of document.querySelectorAll('[data-portion]'))
      element.textContent = formatAmount(portion)
    for (const link of form.querySelectorAll<HTMLElement>('[data-grams]')) {
      if (Number(link.dataset['grams']) === portion) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    const url = new URL(location.href)
    url.searchParams.set('grams', formatAmount(portion))
    history.replaceState(history.state, '', url)
  }

  grams.addEventListener('input', () => {
    const portion = grams.valueAsNumber
    if (servings && portion > 0) servings.value = formatAmount(portion / serving)
    update(portion)
  })
  if (servings) {
    servings.closest<HTMLElement>('.servings')?.removeAttribute('hidden')
    servings.addEventListener('input', () => {
      const portion = Number(formatAmount(servings.valueAsNumber * serving))
      if (portion > 0) grams.value = formatAmount(portion)
      update(portion)
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

function formatAmount(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Remembers whether the US or the EU label is shown, unless storage is blocked. */
function rememberChoice(choices: NodeListOf<HTMLInputElement>): void {
  try {
    const stored = localStorage.getItem(storageKey)
    for (const choice of choices) {
      if (choice.value === stored) choice.checked = true
      choice.addEventListener('change', () => localStorage.setItem(storageKey, choice.value))
    }
  } catch {
    return
  }
}
