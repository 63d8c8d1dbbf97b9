// Copy buttons: `data-copy` holds the id of the element to copy. Hidden without JavaScript.
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
    button.textContent = 'Copy failed'
  }
  setTimeout(() => {
    button.textContent = label
  }, 2_000)
}
