// Renders JSON: indented and colored, with URLs as links.

/** Appends text nodes only, so that nothing in the data is interpreted as HTML. */
export function renderJson(target: HTMLElement, value: unknown, indent = ''): void {
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    renderItems(target, '[]', indent, value, item => renderJson(target, item, deeper))
  } else if (typeof value === 'object' && value !== null) {
    renderItems(target, '{}', indent, Object.entries(value), ([name, field]) => {
      target.append(token('k', JSON.stringify(name)), ': ')
      renderJson(target, field, deeper)
    })
  } else if (typeof value === 'string' && /^(https:\/\/|\/food\/\d)/.test(value)) {
    const link = document.createElement('a')
    link.href = value
    link.target = '_blank'
    link.rel = 'noreferrer'
    link.textContent = JSON.stringify(value)
    target.append(link)
  } else {
    const kind = typeof value === 'string' ? 's' : typeof value === 'number' ? 'n' : 'w'
    target.append(token(kind, JSON.stringify(value)))
  }
}

/** Colored as on the server. */
export function token(kind: 'k' | 's' | 'n' | 'w', text: string): HTMLElement {
  const span = document.createElement('span')
  span.className = `tk-${kind}`
  span.textContent = text
  return span
}

function renderItems<Item>(
  target: HTMLElement,
  brackets: '[]' | '{}',
  indent: string,
  items: Item[],
  renderItem: (item: Item) => void,
): void {
  if (items.length === 0) {
    target.append(brackets)
    return
  }
  target.append(brackets.charAt(0))
  items.forEach((item, index) => {
    target.append(`${index === 0 ? '' : ','}\n${indent}  `)
    renderItem(item)
  })
  target.append(`\n${indent}${brackets.charAt(1)}`)
}
