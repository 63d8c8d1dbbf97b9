// Buttons that copy the text of the element they name. Without script they are not shown; the text can be selected.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const label = button.textContent
  button.hidden = false
  button.addEventListener('click', () => void copy(button, label))
}

async function copy(button: HTMLButtonElement, label: string): Promise<void> {
  const text = document.getElementById(button.dataset['copy'] ?? '')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Select it and copy'
  }
  setTimeout(() => {
    button.textContent = label
  }, 2_000)
}
