// Retries after 429 (rate limit exceeded) or 503 (temporarily unavailable) and waits as long as the
// Retry-After header says. Retrying sooner would only be rejected again.
async function getWithRetry(url, attempts = 5) {
  const response = await fetch(url)
  if (response.ok) return response.json()
  const isTemporary = response.status === 429 || response.status === 503
  if (!isTemporary || attempts === 1) throw new Error(`${response.status}: ${await response.text()}`)
  const seconds = Number(response.headers.get('retry-after') ?? 1)
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  return getWithRetry(url, attempts - 1)
}

const categories = await getWithRetry('http://localhost:8080/foods/categories')
console.log(categories[0].category)
