// Renders JSON: indented, with URLs as links and null highlighted.

/** Appends text nodes only, so that nothing in the data is interpreted as HTML. */
export function renderJson(target: HTMLElement, value: unknown, indent = ''): void {
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    renderItems(target, '[]', indent, value, item => renderJson(target, item, deeper))
  } else if (typeof value === 'object' && value !== null) {
    renderItems(target, '{}', indent, Object.entries(value), ([name, field]) => {
      target.append(`${JSON.stringify(name)}: `)
      renderJson(target, field, deeper)
    })
  } else if (value === null) {
    const unknown = document.createElement('span')
    unknown.className = 'null'
    unknown.textContent = 'null'
    target.append(unknown)
  } else if (typeof value === 'string' && /^(https:\/\/|\/food\/\d)/.test(value)) {
    const link = document.createElement('a')
    link.href = value
    link.target = '_blank'
    link.rel = 'noreferrer'
    link.textContent = JSON.stringify(value)
    target.append(link)
  } else {
    target.append(JSON.stringify(value))
  }
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
