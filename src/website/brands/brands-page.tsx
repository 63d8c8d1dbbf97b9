import type { FastifyInstance } from 'fastify'
import { type BrandCount, findBrands, listBrands, minFoodsPerBrand } from '../../catalog/brands.ts'
import { tokenize } from '../../language/tokenize.ts'
import { PrintCredit } from '../components/credits.tsx'
import { FindForm } from '../components/find-form.tsx'
import { Pager, readOffset } from '../components/pager.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { formats } from '../i18n/format.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { readQuery } from '../shell/form-input.ts'
import { markup, toNode } from '../shell/markup.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { brandPath } from './brand-path.ts'

const brandsPerPage = 120

export function addBrandsPage(app: FastifyInstance, { database, websiteUrl }: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['find', 'offset'] }
  app.get('/brands', { config }, async (request, reply) => {
    const t = messages[request.locale].brands
    const find = readQuery(request, 'find').trim().slice(0, 100)
    const prefixes = tokenize(find)
    const offset = prefixes.length === 0 ? readOffset(readQuery(request, 'offset')) : 0
    const { brands, total } =
      prefixes.length === 0
        ? await listBrands(database, { limit: brandsPerPage, offset })
        : await findBrands(database, prefixes, brandsPerPage).then(brands => ({
            brands,
            total: brands.length,
          }))
    const isPastEnd = offset > 0 && brands.length === 0
    const canonical = websiteUrl + pathAt(offset)
    return sendPublicPage(request, reply, {
      title: t.title,
      area: 'foods',
      status: isPastEnd ? 404 : 200,
      description: t.description({ count: total }),
      canonical,
      subject: { type: 'CollectionPage' },
      noIndex: find !== '' || offset > 0,
      content: (
        <Brands
          brands={brands}
          total={total}
          find={prefixes.length === 0 ? '' : find}
          offset={offset}
          url={canonical}
        />
      ),
    })
  })
}

const pathAt = (offset: number): string => (offset === 0 ? '/brands' : `/brands?offset=${offset}`)

interface BrandsProps {
  brands: BrandCount[]
  total: number
  find: string
  offset: number
  url: string
}

function Brands({ brands, total, find, offset, url }: BrandsProps) {
  const t = useMessages('brands')
  return (
    <div class="wrap stack-l">
      <div class="between page-head">
        <div>
          <h1>{t.title}</h1>
          <p class="muted" role={find === '' ? undefined : 'status'}>
            {describe(t, { total, find })}
          </p>
        </div>
        <FindForm action="/brands" find={find} label={t.find} button={t.findButton} />
      </div>
      {brands.length > 0 ? <BrandList brands={brands} /> : <NoBrands find={find} isPastEnd={offset > 0} />}
      <Pager
        offset={offset}
        pageSize={brandsPerPage}
        hasMore={find === '' && offset + brandsPerPage < total}
        hrefAt={pathAt}
      />
      {find !== '' && (
        <p class="no-print">
          <a class="more" href="/brands">
            {t.allBrands}
          </a>
        </p>
      )}
      <PrintCredit url={url} />
    </div>
  )
}

function describe(t: Messages['brands'], { total, find }: { total: number; find: string }): string {
  if (find === '') return t.intro({ count: total, minFoods: minFoodsPerBrand })
  if (total === 0) return t.noMatches({ find })
  return total === brandsPerPage ? t.firstMatches({ count: total, find }) : t.matches({ count: total, find })
}

function BrandList({ brands }: { brands: BrandCount[] }) {
  const { number } = formats[useLocale()]
  return toNode(markup`
    <ul class="brand-list">
      ${brands.map(
        ({ name, count }) => markup`
          <li>
            <a href="${brandPath(name)}">
              <span>${name}</span>
              <span class="muted tnum">${number(count)}</span>
            </a>
          </li>`,
      )}
    </ul>`)
}

function NoBrands({ find, isPastEnd }: { find: string; isPastEnd: boolean }) {
  const t = useMessages('brands')
  if (find !== '') {
    return (
      <div class="empty">
        <h2>{t.noMatches({ find })}</h2>
        <p>{t.noMatchesHint}</p>
        <div class="cluster">
          <a class="btn btn-primary" href={`/search?${new URLSearchParams({ q: find })}`}>
            {t.searchFoods({ find })}
          </a>
        </div>
      </div>
    )
  }
  return (
    <div class="empty">
      <h2>{isPastEnd ? t.notFound : t.noBrands}</h2>
      {isPastEnd ? (
        <a class="btn btn-primary" href="/brands">
          {t.firstPage}
        </a>
      ) : (
        <p>{t.noBrandsHint({ minFoods: minFoodsPerBrand })}</p>
      )}
    </div>
  )
}
