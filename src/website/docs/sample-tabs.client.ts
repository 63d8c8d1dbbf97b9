// One language for all code samples: who chose Python once wants Python everywhere.
const storageKey = 'larder-language'
const choices = document.querySelectorAll<HTMLInputElement>('.samples input[type="radio"]')

function choose(language: string): void {
  for (const choice of choices) if (choice.value === language) choice.checked = true
}

for (const choice of choices) {
  choice.addEventListener('change', () => {
    choose(choice.value)
    try {
      localStorage.setItem(storageKey, choice.value)
    } catch {
      // Where nothing may be stored, the next page begins anew.
    }
  })
}

try {
  choose(localStorage.getItem(storageKey) ?? '')
} catch {
  // As above.
}
