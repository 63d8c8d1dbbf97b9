// Sharing, and printing with the portion or the foods that are shown: without JavaScript, a link opens the label of a food alone.
for (const button of document.querySelectorAll<HTMLElement>('[data-share], button[data-print]'))
  button.hidden = false

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
    const url = document.getElementById('share-url')?.textContent ?? location.href
    // Rejects if the reader closes the dialog.
    navigator.share({ title: document.title, url }).catch(() => undefined)
  },
  true,
)

export {}
