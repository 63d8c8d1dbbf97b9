// Applies the filters of the search page as they are changed. The form works without it.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-filters]')) {
  // On narrow screens the filters cover the results, so several can be set before they are applied.
  const isBesideResults = matchMedia('(min-width: 64rem)')
  const apply = form.querySelector<HTMLElement>('.filters-apply')

  const showButton = () => {
    if (apply) apply.hidden = isBesideResults.matches
  }
  showButton()
  isBesideResults.addEventListener('change', showButton)

  for (const control of form.elements) {
    control.addEventListener('change', () => {
      if (isBesideResults.matches || !form.contains(control)) form.requestSubmit()
    })
  }

  // Keeps the address short.
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
}

export {}
