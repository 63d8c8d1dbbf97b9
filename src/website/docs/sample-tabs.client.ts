// Remembers the selected language and applies it to all code samples.
const storageKey = 'larder-language'
const options = document.querySelectorAll<HTMLInputElement>('.samples input[type="radio"]')

function selectLanguage(language: string): void {
  for (const option of options) if (option.value === language) option.checked = true
}

for (const option of options) {
  option.addEventListener('change', () => {
    selectLanguage(option.value)
    try {
      localStorage.setItem(storageKey, option.value)
    } catch {
      // Storage may be blocked; the option then applies to this page only.
    }
  })
}

try {
  selectLanguage(localStorage.getItem(storageKey) ?? '')
} catch {
  // Storage may be blocked.
}
