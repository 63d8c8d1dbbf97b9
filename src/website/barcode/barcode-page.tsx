import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { canonicalBarcode, hasValidCheckDigit } from '../../food/barcode.ts'
import { contributeTo } from '../../food/sources.ts'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readParam, readQuery } from '../shell/form-input.ts'
import { sendPage, shortCacheControl } from '../shell/responses.tsx'
import { BarcodeField } from './barcode-field.tsx'

/** From a barcode to the page of its food. */
export function addBarcodePage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  const answer = async (request: FastifyRequest, reply: FastifyReply, written: string) => {
    const code = written.trim().slice(0, 40)
    const food = await catalog.lookup.byBarcode(code)
    reply.header('cache-control', shortCacheControl)
    if (food?.static_url) return reply.redirect(food.static_url, 302)
    return sendPage(request, reply, {
      title: 'Barcode not found',
      status: 404,
      noIndex: true,
      search: 'own',
      content: <NotFound code={code} />,
    })
  }
  app.get('/barcode/:code', { config }, (request, reply) =>
    answer(request, reply, readParam(request, 'code').replaceAll('\0', '')),
  )
  // Where the form of /scan arrives.
  app.get('/barcode', { config }, (request, reply) => {
    const code = readQuery(request, 'code')
    return code.trim() === '' ? reply.redirect('/scan', 302) : answer(request, reply, code)
  })
}

function NotFound({ code }: { code: string }) {
  const canonical = canonicalBarcode(code)
  return (
    <section class="narrow">
      <h1>{canonical === null ? 'That is no barcode' : 'Not on our shelves yet'}</h1>
      {canonical === null ? (
        <p>A barcode has 8 to 14 digits. They stand below the bars.</p>
      ) : hasValidCheckDigit(canonical) ? (
        <p>
          No food has the barcode <code>{code}</code> here. You can add it at{' '}
          <a href={contributeTo.productUrl('', canonical) ?? contributeTo.url}>{contributeTo.label}</a>; it is
          here after the next update.
        </p>
      ) : (
        <p>
          The last digit of <code>{code}</code> does not fit the others, so one of them was probably misread.
          Compare them with those below the bars, the first and last too.
        </p>
      )}
      <h2>Check the digits</h2>
      <BarcodeField code={code} />
      <p>
        <a href="/scan">Scan another one</a>
      </p>
      <h2>Or search by name</h2>
      <SearchField id="search" />
    </section>
  )
}
