import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { barcodeCandidates, hasValidCheckDigit } from '../../food/barcode.ts'
import { contributeTo } from '../../food/sources.ts'
import { Icon } from '../components/icon.tsx'
import { SearchField } from '../components/search-field.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { readParam, readQuery } from '../shell/form-input.ts'
import { redirectTo } from '../shell/page-variant.ts'
import { publicCacheControl, sendPage } from '../shell/responses.tsx'
import { BarcodeField } from './barcode-field.tsx'

/** Redirects a barcode to the page of its food. */
export function addBarcodePage(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true }
  const lookUp = async (request: FastifyRequest, reply: FastifyReply, input: string) => {
    const code = input.trim().slice(0, 40)
    const barcodes = barcodeCandidates(code)
    const food = await catalog.lookup.byBarcode(barcodes)
    reply.header('cache-control', publicCacheControl)
    if (food?.static_url) return redirectTo(reply, food.static_url, 302)
    return sendPage(request, reply, {
      title:
        barcodes.length === 0
          ? messages[request.locale].barcode.invalid
          : messages[request.locale].barcode.notFound,
      area: 'foods',
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
    return code.trim() === '' ? redirectTo(reply, '/scan', 302) : lookUp(request, reply, code)
  })
}

function NotFound({ code }: { code: string }) {
  const t = useMessages('barcode')
  const candidates = barcodeCandidates(code)
  const barcode = candidates.find(hasValidCheckDigit)
  const isInvalid = candidates.length === 0
  return (
    <div class="wrap narrow-page stack-l">
      <div>
        <h1>{isInvalid ? t.invalid : t.notFound}</h1>
        <p class="muted">
          {isInvalid ? t.invalidText : barcode === undefined ? t.misread({ code }) : t.notFoundText({ code })}
        </p>
      </div>
      {barcode !== undefined && (
        <div class="note">
          <Icon name="package-plus" />
          <div class="stack-s">
            <p>{t.contribute({ site: contributeTo.label })}</p>
            <a class="btn" href={contributeTo.editUrl('', barcode) ?? contributeTo.url}>
              {t.addOn({ site: contributeTo.label })}
              <Icon name="external-link" small />
            </a>
          </div>
        </div>
      )}
      <section class="card pad stack">
        <h2 class="h-s">{t.checkDigits}</h2>
        <BarcodeField code={code} />
        <a class="more" href="/scan">
          {t.scanAnother}
        </a>
      </section>
      <section class="stack">
        <h2 class="h-s">{t.searchByName}</h2>
        <SearchField id="search" />
      </section>
    </div>
  )
}
