// The baseline of bench/website.ts: a minimal Fastify server for prerendered pages.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const pagesFile = process.argv[2]
if (pagesFile === undefined) {
  process.stderr.write('usage: node bench/static-pages-server.ts <file with [[path, html], …] as JSON>\n')
  process.exit(2)
}
const pages = new Map<string, string>(JSON.parse(readFileSync(pagesFile, 'utf8')))

const app = Fastify()
app.get('/food/:food', (request, reply) => {
  const page = pages.get(request.url)
  return page === undefined ? reply.code(404).send() : reply.type('text/html; charset=utf-8').send(page)
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => void app.close())
process.stderr.write(`the static pages server is listening on ${url}\n`)
