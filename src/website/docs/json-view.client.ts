// JSON to look at: indented, addresses as links, unknown values told apart.

/** Written into `place`, member by member, so that nothing of it is ever taken for HTML. */
export function showJson(place: HTMLElement, value: unknown, indent = ''): void {
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    showMembers(place, '[]', indent, value, item => showJson(place, item, deeper))
  } else if (typeof value === 'object' && value !== null) {
    showMembers(place, '{}', indent, Object.entries(value), ([name, member]) => {
      place.append(`${JSON.stringify(name)}: `)
      showJson(place, member, deeper)
    })
  } else if (value === null) {
    const unknown = document.createElement('span')
    unknown.className = 'null'
    unknown.textContent = 'null'
    place.append(unknown)
  } else if (typeof value === 'string' && /^(https:\/\/|\/food\/\d)/.test(value)) {
    const link = document.createElement('a')
    link.href = value
    link.target = '_blank'
    link.rel = 'noreferrer'
    link.textContent = JSON.stringify(value)
    place.append(link)
  } else {
    place.append(JSON.stringify(value))
  }
}

function showMembers<Member>(
  place: HTMLElement,
  brackets: '[]' | '{}',
  indent: string,
  members: Member[],
  show: (member: Member) => void,
): void {
  if (members.length === 0) {
    place.append(brackets)
    return
  }
  place.append(brackets.charAt(0))
  members.forEach((member, at) => {
    place.append(`${at === 0 ? '' : ','}\n${indent}  `)
    show(member)
  })
  place.append(`\n${indent}${brackets.charAt(1)}`)
}
