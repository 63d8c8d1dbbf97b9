// What every page needs: the theme switch, copy buttons, and menus that close when the reader presses elsewhere.
const yearSeconds = 365 * 86_400
const root = document.documentElement

function isDark(): boolean {
  const { theme } = root.dataset
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

document.addEventListener('submit', event => {
  if (!(event.target instanceof HTMLFormElement) || !event.target.matches('[data-theme-form]')) return
  event.preventDefault()
  const theme = isDark() ? 'light' : 'dark'
  root.dataset['theme'] = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers and on plain HTTP.
  document.cookie = `theme=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
})

document.addEventListener('click', event => {
  if (!(event.target instanceof Element)) return
  const { target } = event
  const copyButton = target.closest<HTMLElement>('[data-copy]')
  if (copyButton) void copy(copyButton)
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(
    'details:is(.row-menu, .nav-menu)[open]',
  )) {
    if (!menu.contains(target)) menu.open = false
  }
})

document.addEventListener('keydown', event => {
  if (event.key !== 'Escape') return
  for (const menu of document.querySelectorAll<HTMLDetailsElement>(
    'details:is(.row-menu, .nav-menu)[open]',
  )) {
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
})

/** Copies the element whose id `data-copy` holds, or the visible code of its block. */
async function copy(button: HTMLElement): Promise<void> {
  const named = document.getElementById(button.dataset['copy'] ?? '')
  const block = button.closest('.code, .secret')
  const visible = [...(block?.querySelectorAll<HTMLElement>('pre, code') ?? [])].find(
    ({ offsetParent }) => offsetParent !== null,
  )
  const toasts = document.querySelector<HTMLElement>('.toasts')
  try {
    await navigator.clipboard.writeText(wholeText(named ?? visible))
    showToast(toasts?.dataset['copied'] ?? '')
  } catch {
    showToast(toasts?.dataset['failed'] ?? '')
  }
}

/** With what is shown masked, such as the reader's own key. */
function wholeText(element: HTMLElement | undefined): string {
  const copied = element?.cloneNode(true) as HTMLElement | undefined
  for (const part of copied?.querySelectorAll<HTMLElement>('[data-whole]') ?? [])
    part.textContent = part.dataset['whole'] ?? ''
  return copied?.textContent ?? ''
}

function showToast(text: string): void {
  const line = document.createElement('p')
  line.className = 'toast'
  line.textContent = text
  document.querySelector('.toasts')?.replaceChildren(line)
  setTimeout(() => line.remove(), 4_000)
}

for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false

// The dashboard's menu scrolls sideways on phones: bring the current page into view.
const current = document.querySelector<HTMLElement>('.shell-nav [aria-current]')
if (current?.parentElement) current.parentElement.scrollLeft = current.offsetLeft - 16

export {}
