// Updates the sum of a meal while its amounts change. Without it, the button of the form does.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-meal]')) startMeal(form)

function startMeal(form: HTMLFormElement): void {
  let pending = new AbortController()

  async function update(): Promise<void> {
    pending.abort()
    const controller = new AbortController()
    pending = controller
    const url = new URL(form.action)
    for (const [name, value] of new FormData(form)) {
      // The text with further foods is read when the form is sent.
      if (name !== 'q') url.searchParams.append(name, String(value))
    }
    try {
      const response = await fetch(url, { signal: controller.signal })
      if (!response.ok) return
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
      for (const shown of document.querySelectorAll('[data-live]')) {
        const changed = fresh.getElementById(shown.id)
        // The element of a status has to stay, or screen readers do not announce it.
        if (changed?.tagName === shown.tagName) shown.replaceChildren(...changed.childNodes)
        else if (changed) shown.replaceWith(changed)
      }
      for (const field of form.querySelectorAll('input[id]')) {
        if (fresh.getElementById(field.id)?.hasAttribute('aria-invalid'))
          field.setAttribute('aria-invalid', 'true')
        else field.removeAttribute('aria-invalid')
      }
      for (const button of document.querySelectorAll<HTMLElement>('[data-share], [data-print]'))
        button.hidden = false
      history.replaceState(history.state, '', response.url)
    } catch {
      // The button still works.
    }
  }

  form.addEventListener('change', ({ target }) => {
    if (
      target instanceof Element &&
      target.matches('[name="amount"], [name="unit"], [name="servings"], [name="cooked"]')
    )
      void update()
  })
}

export {}
