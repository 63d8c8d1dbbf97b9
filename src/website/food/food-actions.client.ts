// Sharing, and printing the label with the portion that is shown: without JavaScript, a link opens the label alone.
for (const button of document.querySelectorAll<HTMLElement>('[data-share]')) button.hidden = false

document.addEventListener(
  'click',
  event => {
    const button =
      event.target instanceof Element && event.target.closest<HTMLElement>('[data-share], [data-print]')
    if (!button) return
    if (button.matches('[data-print]')) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      return print()
    }
    // Otherwise site.client.ts copies the link.
    if (typeof navigator.share !== 'function') return
    event.stopPropagation()
    const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
    // Rejects if the reader closes the dialog.
    navigator.share({ title: document.title, url }).catch(() => undefined)
  },
  true,
)

export {}
