import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { barcodeCandidates, hasValidCheckDigit } from '../../food/barcode.ts'
import { contributeTo } from '../../food/sources.ts'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { readParam, readQuery } from '../shell/form-input.ts'
import { sendPage, shortCacheControl } from '../shell/responses.tsx'
import { BarcodeField } from './barcode-field.tsx'

/** Redirects a barcode to the page of its food. */
export function addBarcodePage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  const lookUp = async (request: FastifyRequest, reply: FastifyReply, input: string) => {
    const code = input.trim().slice(0, 40)
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
    lookUp(request, reply, readParam(request, 'code').replaceAll('\0', '')),
  )
  // Target of the form on /scan.
  app.get('/barcode', { config }, (request, reply) => {
    const code = readQuery(request, 'code')
    return code.trim() === '' ? reply.redirect('/scan', 302) : lookUp(request, reply, code)
  })
}

function NotFound({ code }: { code: string }) {
  const candidates = barcodeCandidates(code)
  const barcode = candidates.find(hasValidCheckDigit)
  return (
    <section class="narrow">
      <h1>{candidates.length === 0 ? 'Invalid barcode' : 'Barcode not found'}</h1>
      {candidates.length === 0 ? (
        <p>A barcode has 8, 12, 13 or 14 digits and no letters. You can find the digits below the bars.</p>
      ) : barcode !== undefined ? (
        <p>
          We don’t have a food with the barcode <code>{code}</code> yet. You can add it at{' '}
          <a href={contributeTo.productUrl('', barcode) ?? contributeTo.url}>{contributeTo.label}</a>; it
          appears here after the next update.
        </p>
      ) : (
        <p>
          The check digit of <code>{code}</code> is wrong, so a digit was probably misread. Check that all
          digits are correct, including the first and the last.
        </p>
      )}
      <h2>Check the digits</h2>
      <BarcodeField code={code} />
      <p>
        <a href="/scan">Scan another barcode</a>
      </p>
      <h2>Or search by name</h2>
      <SearchField id="search" />
    </section>
  )
}
