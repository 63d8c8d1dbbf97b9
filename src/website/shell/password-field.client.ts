// Password fields: a button that shows the password, and for new passwords a meter. The server judges the strength.
const typingPauseMs = 300
const maxScore = 4

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
  const input = document.getElementById(button.dataset['reveal'] ?? '')
  if (input instanceof HTMLInputElement) addShowButton(button, input)
}

for (const meter of document.querySelectorAll<HTMLElement>('[data-strength-of]')) {
  const input = document.getElementById(meter.dataset['strengthOf'] ?? '')
  if (input instanceof HTMLInputElement) addMeter(meter, input)
}

function addShowButton(button: HTMLButtonElement, input: HTMLInputElement): void {
  const { show = '', showName = '', hide = '', hideName = '' } = button.dataset
  const [text, name] = button.children
  if (!text || !name) return
  const reveal = (isShown: boolean) => {
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
    text.textContent = isShown ? hide : show
    name.textContent = isShown ? hideName : showName
  }
  button.addEventListener('click', () => {
    reveal(input.type === 'password')
    input.focus()
  })
  // Browsers remember what is submitted in text fields.
  input.form?.addEventListener('submit', () => reveal(false))
  button.hidden = false
}

function addMeter(element: HTMLElement, input: HTMLInputElement): void {
  const bar = element.querySelector('rect')
  const status = element.querySelector('[role=status]')
  if (!bar || !status) return
  const { url = '', missing = '[]' } = element.dataset
  /** For one missing character, two and so on. */
  const missingTexts = JSON.parse(missing) as string[]
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  const show = (score: number, text: string) => {
    bar.setAttribute('width', `${(score / maxScore) * 100}%`)
    status.textContent = text
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    const current = ++latest
    const count = input.minLength - Array.from(input.value).length
    element.hidden = input.value === ''
    if (input.value === '') show(0, '')
    else if (count > 0) show(0, missingTexts[count - 1] ?? '')
    else
      timer = setTimeout(() => {
        void askServer(url, input).then(answer => {
          if (current === latest) show(answer?.score ?? 0, answer?.text ?? '')
        })
      }, typingPauseMs)
  })
}

interface Strength {
  score: number
  text: string
}

/** Undefined if the server cannot answer; it judges the password again when the form is sent. */
async function askServer(
  url: string,
  { form, value, minLength }: HTMLInputElement,
): Promise<Strength | undefined> {
  if (!form) return undefined
  const given = new FormData(form)
  const body = new URLSearchParams({ password: value, minlength: String(minLength) })
  for (const name of ['form_token', 'name', 'email']) {
    const field = given.get(name)
    if (typeof field === 'string') body.set(name, field)
  }
  try {
    const response = await fetch(url, { method: 'POST', body })
    return response.ok ? ((await response.json()) as Strength) : undefined
  } catch {
    return undefined
  }
}

export {}
