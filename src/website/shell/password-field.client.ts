// Password fields: a button that shows the password, and for new passwords a meter. The server judges the strength.
const typingPauseMs = 300

for (const tools of document.querySelectorAll<HTMLElement>('[data-password]')) {
  const input = document.getElementById(tools.dataset['password'] ?? '')
  if (!(input instanceof HTMLInputElement)) continue
  const button = tools.querySelector('button')
  const meter = tools.querySelector('meter')
  const status = tools.querySelector('[role=status]')
  if (button) addShowButton(button, input)
  if (meter && status) addMeter(meter, status, input)
  tools.hidden = false
}

function addShowButton(button: HTMLButtonElement, input: HTMLInputElement): void {
  const show = (isShown: boolean) => {
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
    button.textContent = isShown ? 'Hide password' : 'Show password'
  }
  button.addEventListener('click', () => {
    show(input.type === 'password')
    input.focus()
  })
  // Browsers remember what is submitted in text fields.
  input.form?.addEventListener('submit', () => show(false))
}

function addMeter(meter: HTMLMeterElement, status: Element, input: HTMLInputElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  const show = (score: number, text: string) => {
    meter.value = score
    status.textContent = text
  }
  input.addEventListener('input', () => {
    clearTimeout(timer)
    const current = ++latest
    const missing = input.minLength - Array.from(input.value).length
    if (input.value === '') show(0, '')
    else if (missing > 0) show(0, missing === 1 ? '1 more character.' : `${missing} more characters.`)
    else
      timer = setTimeout(() => {
        void askServer(input).then(answer => {
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
async function askServer({ form, value, minLength }: HTMLInputElement): Promise<Strength | undefined> {
  if (!form) return undefined
  const given = new FormData(form)
  const body = new URLSearchParams({ password: value, minlength: String(minLength) })
  for (const name of ['form_token', 'name', 'email']) {
    const field = given.get(name)
    if (typeof field === 'string') body.set(name, field)
  }
  try {
    const response = await fetch('/password-strength', { method: 'POST', body })
    return response.ok ? ((await response.json()) as Strength) : undefined
  } catch {
    return undefined
  }
}

export {}
