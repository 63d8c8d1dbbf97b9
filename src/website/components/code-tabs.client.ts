// Applies the selected programming language to all code samples and remembers it.
const storageKey = 'code-language'
const options = document.querySelectorAll<HTMLInputElement>('.code-tabs input')

function selectLanguage(language: string): void {
  for (const option of options) if (option.value === language) option.checked = true
}

for (const option of options) {
  option.addEventListener('change', () => {
    selectLanguage(option.value)
    try {
      localStorage.setItem(storageKey, option.value)
    } catch {
      // Storage may be blocked; the choice then applies to this page only.
    }
  })
}

try {
  selectLanguage(localStorage.getItem(storageKey) ?? '')
} catch {
  // Storage may be blocked.
}

export {}
