// Puts the key that the reader pasted into the samples: masked on the screen, whole in what copy buttons copy. It is not stored.
const dataKey = /^larder_(?:read|full)_[0-9A-Za-z]{38}$/

const root = document.querySelector<HTMLElement>('[data-own-key]')
if (root) start(root)

function start(root: HTMLElement): void {
  const variable = root.dataset['ownKey'] ?? ''
  const [without, using] = ['[data-without-key]', '[data-with-key]'].map(part =>
    root.querySelector<HTMLElement>(part),
  )
  const input = root.querySelector('input')
  const problem = root.querySelector<HTMLElement>('.error')
  if (!without || !using || !input || !problem) return

  function show(key: string | undefined): void {
    if (!without || !using || !problem) return
    fillIn(variable, key)
    without.hidden = key !== undefined
    using.hidden = key === undefined
    problem.hidden = true
  }
  function accept(): void {
    if (!input || !problem) return
    const key = input.value.trim()
    if (!dataKey.test(key)) {
      problem.hidden = false
      input.focus()
      return
    }
    input.value = ''
    show(key)
    using?.querySelector('button')?.focus()
  }
  without.querySelector('button')?.addEventListener('click', accept)
  input.addEventListener('keydown', event => {
    if (event.key !== 'Enter') return
    // It would press the button that gets the focus.
    event.preventDefault()
    accept()
  })
  using.querySelector('button')?.addEventListener('click', () => {
    show(undefined)
    input.focus()
  })
  show(undefined)
  root.hidden = false
}

/** Wraps each use of the variable once, and then only changes the text. */
function fillIn(variable: string, key: string | undefined): void {
  for (const code of document.querySelectorAll('.code pre > code')) wrapVariable(code, variable)
  for (const span of document.querySelectorAll<HTMLElement>('[data-key-here]')) {
    span.textContent = key === undefined ? variable : masked(key)
    if (key === undefined) delete span.dataset['whole']
    else span.dataset['whole'] = key
  }
}

function wrapVariable(code: Element, variable: string): void {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    const at = node.data.indexOf(variable)
    if (at === -1 || node.parentElement?.dataset['keyHere'] !== undefined) continue
    const found = at === 0 ? node : node.splitText(at)
    found.splitText(variable.length)
    const span = document.createElement('span')
    span.dataset['keyHere'] = ''
    found.replaceWith(span)
    span.append(found)
    texts.currentNode = found
  }
}

const masked = (key: string): string => `${key.slice(0, key.lastIndexOf('_') + 1)}…${key.slice(-4)}`

export {}
