// Updates all values on a food's page as the portion changes.
import type { Locale } from '../i18n/locales.ts'
import {
  formatAmount,
  formatInput,
  formatNumber,
  formatWeight,
  inPortion,
  type LabelNumber,
  withWeight,
} from './label-numbers.ts'

const form = document.querySelector<HTMLFormElement>('form.portion')
if (form) startPortionForm(form)

function startPortionForm(form: HTMLFormElement): void {
  const locale = document.documentElement.lang as Locale
  const amount = form.querySelector<HTMLInputElement>('[name="amount"]')
  const unit = form.querySelector<HTMLSelectElement>('[name="unit"]')
  if (!amount || !unit) return
  const maxGrams = Number(form.dataset['maxGrams'])
  const plurals = new Intl.PluralRules(locale)
  /** The server writes the forms of the language: `data-name-few` and so on. */
  const nameFor = (count: number, { dataset }: HTMLOptionElement) => {
    if (count === 1 || (count < 1 && locale !== 'pl')) return dataset['name']
    const form = plurals.select(count).replace(/^./, first => first.toUpperCase())
    return dataset[`name${form}`] ?? dataset['nameOther'] ?? dataset['name']
  }

  const update = () => {
    const option = unit.selectedOptions[0]
    const text = amount.value.trim().replace(',', '.')
    const count = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
    const grams = Math.round(count * Number(option?.dataset['grams']) * 100) / 100
    const isValid = grams >= 0.01 && grams <= maxGrams
    // Empty while typing is not an error yet.
    if (isValid || text === '') amount.removeAttribute('aria-invalid')
    else amount.setAttribute('aria-invalid', 'true')
    if (!isValid || !option) return
    for (const element of document.querySelectorAll<HTMLElement | SVGElement>('[data-per100]')) {
      const value = inPortion(Number(element.dataset['per100']), grams)
      element.textContent = formatNumber(element.dataset['as'] as LabelNumber, value, locale)
    }
    const weight = formatWeight(grams, locale)
    for (const element of document.querySelectorAll('[data-portion]')) element.textContent = weight
    for (const element of document.querySelectorAll('[data-portion-name]'))
      element.textContent =
        option.value === 'g'
          ? `${weight} g`
          : withWeight(`${formatAmount(count, locale)} ${nameFor(count, option)}`, weight)
    for (const chip of form.querySelectorAll<HTMLElement>('[data-amount]')) {
      const isCurrent = chip.dataset['unit'] === unit.value && Number(chip.dataset['amount']) === count
      if (isCurrent) chip.setAttribute('aria-current', 'true')
      else chip.removeAttribute('aria-current')
    }
    const url = new URL(location.href)
    url.searchParams.set('amount', String(count))
    url.searchParams.set('unit', unit.value)
    history.replaceState(history.state, '', url)
    const query = `amount=${count}&unit=${encodeURIComponent(unit.value)}`
    const shared = document.getElementById('share-url')
    if (shared) shared.textContent = `${url.origin}${url.pathname}?${query}`
    const printedLabel = document.querySelector<HTMLAnchorElement>('.label-switch a')
    if (printedLabel) printedLabel.href = printedLabel.href.replace(/amount=.*/, query)
    const embeddedLabel = document.querySelector('.label-switch code')
    if (embeddedLabel)
      embeddedLabel.textContent =
        embeddedLabel.textContent?.replace(/amount=[^"]*/, query.replace('&', '&amp;')) ?? ''
  }

  amount.addEventListener('input', update)
  let previousGrams = Number(unit.selectedOptions[0]?.dataset['grams'])
  unit.addEventListener('change', () => {
    // From 170 g to cups means one cup, and from a cup to grams its weight.
    const grams = Number(unit.selectedOptions[0]?.dataset['grams'])
    const isByWeight = unit.value === 'g' || unit.value === 'ml'
    const count = Number(amount.value.trim().replace(',', '.'))
    amount.value = isByWeight
      ? formatInput(Math.round((count * previousGrams) / grams), locale)
      : previousGrams <= 2
        ? '1'
        : amount.value
    previousGrams = grams
    update()
  })
  form.addEventListener('click', event => {
    const chip = event.target instanceof Element && event.target.closest<HTMLElement>('[data-amount]')
    if (!chip || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    amount.value = chip.dataset['amount'] ?? ''
    unit.value = chip.dataset['unit'] ?? ''
    previousGrams = Number(unit.selectedOptions[0]?.dataset['grams'])
    update()
  })
  // It would press the button that adds the portion to a meal.
  amount.addEventListener('keydown', event => {
    if (event.key === 'Enter') event.preventDefault()
  })
  form.addEventListener('submit', event => {
    // The other button adds the portion to a meal.
    if (event.submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    update()
  })
}
