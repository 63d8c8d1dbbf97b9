// Asks again when the limit is used up (429) or the service is away for a moment (503), after the
// time that Retry-After says. Not sooner: that would only be refused again.
async function ask(address, tries = 5) {
  const answer = await fetch(address)
  if (answer.ok) return answer.json()
  const isTemporary = answer.status === 429 || answer.status === 503
  if (!isTemporary || tries === 1) throw new Error(`${answer.status}: ${await answer.text()}`)
  const seconds = Number(answer.headers.get('retry-after') ?? 1)
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  return ask(address, tries - 1)
}

const categories = await ask('http://localhost:8080/foods/categories')
console.log(categories[0].category)
