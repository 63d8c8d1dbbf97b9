// Single keys for moderators, when no field has the focus.
const page = document.querySelector('[data-review-case]')
const toggle = document.querySelector<HTMLInputElement>('#review-keys')
const stored = 'review-shortcuts'

if (page && toggle) {
  toggle.checked = localStorage.getItem(stored) !== 'off'
  toggle.closest('label')?.removeAttribute('hidden')
  toggle.addEventListener('change', () => localStorage.setItem(stored, toggle.checked ? 'on' : 'off'))
  let isSent = false
  document.addEventListener('submit', () => (isSent = true))
  addEventListener('pageshow', () => (isSent = false))

  const open = (name: string) => {
    const part = document.querySelector<HTMLDetailsElement>(`#${name}-part`)
    if (!part) return
    part.open = true
    part.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus()
  }
  const actions: Record<string, () => void> = {
    a: () => document.querySelector<HTMLFormElement>('#accept')?.requestSubmit(),
    c: () => document.querySelector<HTMLInputElement>('#accept [name=confirmed]')?.click(),
    e: () => open('edit'),
    r: () => open(document.querySelector('#reject-part') ? 'reject' : 'undo'),
    q: () => open('ask'),
    n: () => document.querySelector<HTMLAnchorElement>('#next')?.click(),
  }
  document.addEventListener('keydown', event => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isSent || !toggle.checked) return
    if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) return
    const action = actions[key]
    if (!action) return
    event.preventDefault()
    action()
  })
}

export {}
