// Keeps the files of the app, so that it opens without a connection.
const cacheName = 'diary'

self.addEventListener('install', event => event.waitUntil(keepApp()))
self.addEventListener('fetch', event => {
  const isOwn = new URL(event.request.url).origin === self.location.origin
  if (isOwn && event.request.method === 'GET')
    event.respondWith(newestOf(event.request))
})

/** The page and what it links to, whatever a bundler has named it. */
async function keepApp() {
  const page = await (await fetch('/')).text()
  const files = Array.from(
    page.matchAll(/(?:src|href)="(\/[^"]+)"/g),
    ([, file]) => file,
  )
  const cache = await caches.open(cacheName)
  await cache.addAll(['/', ...files])
  await self.skipWaiting()
}

async function newestOf(request) {
  const cache = await caches.open(cacheName)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch {
    return (await cache.match(request)) ?? Response.error()
  }
}
