// Lists of what people look for in foods, such as "high in protein, at most 200 kcal".
import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { type ClaimedFood, claimedFoods, maxClaimedFoods } from '../../catalog/claimed-foods.ts'
import { type Micronutrient, micronutrientTable } from '../../food/micronutrients.ts'
import { type Nutrient, nutrientTable } from '../../food/nutrients.ts'
import { PrintCredit } from '../components/credits.tsx'
import { Crumbs } from '../components/crumbs.tsx'
import { FoodList } from '../components/food-list.tsx'
import { Icon } from '../components/icon.tsx'
import { categoryName, namesIn } from '../components/names.ts'
import { Pager, readOffset } from '../components/pager.tsx'
import { linkTo } from '../components/rich-text.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { formats } from '../i18n/format.ts'
import type { Locale } from '../i18n/locales.ts'
import { useLocale, useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { foodList } from '../share/structured-data.ts'
import { sendNotFound } from '../shell/error-pages.tsx'
import { readParam, readQuery } from '../shell/form-input.ts'
import { markup } from '../shell/markup.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { ClaimLinks } from './claim-links.tsx'
import { type Claim, claimCategories, claimPath, claims, sourceShare } from './claims.ts'

const foodsPerPage = 24
/** Search engines are not sent to shorter lists. */
const minIndexed = 5
const regulation = 'https://eur-lex.europa.eu/eli/reg/2006/1924/oj'

export function addClaimPages(app: FastifyInstance, catalog: WebsiteCatalog): void {
  const config = { isPublic: true, cachedBy: ['category', 'sort', 'offset'] }
  app.get('/foods/:claim', { config }, async (request, reply) => {
    const claim = claims.find(({ slug }) => slug === readParam(request, 'claim'))
    if (!claim) return sendNotFound(request, reply)
    const { locale } = request
    const wanted = readQuery(request, 'category')
    const category = claimCategories.find(each => each === wanted) ?? ''
    const sort = readQuery(request, 'sort') === 'amount' ? 'amount' : 'popularity'
    const offset = readOffset(readQuery(request, 'offset'))
    const found = await claimedFoods(catalog.database, { ...claim, category })
    const sorted = sort === 'amount' ? byAmount(found, claim) : found
    const page = sorted.slice(offset, offset + foodsPerPage)
    const foods: ClaimedFood[] = page.map(await namesIn(catalog.database, page, locale))
    const canonical = catalog.websiteUrl + claimPath(claim.slug, category)
    const title = titleOf(claim, category, locale)
    return sendPublicPage(request, reply, {
      title,
      area: 'foods',
      scripts: ['photos'],
      permissions: { images: true },
      foods,
      description: `${title}. ${ruleOf(claim, locale)}`,
      canonical,
      subject: {
        type: 'CollectionPage',
        trail: [{ name: messages[locale].categories.title, path: '/categories' }],
        mainEntity: foodList(foods, catalog.websiteUrl, locale),
      },
      noIndex: offset > 0 || sort !== 'popularity' || found.length < minIndexed,
      status: offset > 0 && foods.length === 0 ? 404 : 200,
      content: (
        <ClaimPage {...{ claim, category, sort, offset, foods }} count={found.length} url={canonical} />
      ),
    })
  })
}

const amountOf = (food: ClaimedFood, { nutrient }: Claim): number | null =>
  food.amount ?? (nutrient in nutrientTable ? food[nutrient as Nutrient] : null)

function byAmount(foods: ClaimedFood[], claim: Claim): ClaimedFood[] {
  const direction = claim.isLeastFirst ? 1 : -1
  return foods.toSorted(
    (one, other) => direction * ((amountOf(one, claim) ?? 0) - (amountOf(other, claim) ?? 0)),
  )
}

function titleOf({ slug }: Claim, category: string, locale: Locale): string {
  const t = messages[locale].claims
  if (category === '') return t.titles[slug]
  return t.titleIn({ claim: t.titles[slug], category: categoryName(category, locale) })
}

function ruleOf({ slug, micronutrient }: Claim, locale: Locale): string {
  const { rules } = messages[locale].claims
  const { number, percent } = formats[locale]
  if (!micronutrient) return rules[slug as Exclude<keyof typeof rules, 'source'>]
  const { euReferenceValue = 0, unit } = micronutrientTable[micronutrient.name]
  return rules.source({
    amount: `${number(sourceShare * euReferenceValue, 2)} ${unit}`,
    share: percent(sourceShare),
    reference: `${number(euReferenceValue, 1)} ${unit}`,
  })
}

/** Which part of the rule is law: some lists have limits of our own as well. */
function originOf({ slug }: Claim, locale: Locale): ComponentChildren {
  const { origin, partOrigin } = messages[locale].claims
  const link = linkTo(regulation)
  return slug in partOrigin ? partOrigin[slug as keyof typeof partOrigin]({ link }) : origin({ link })
}

interface ClaimPageProps {
  claim: Claim
  category: string
  sort: 'popularity' | 'amount'
  offset: number
  foods: ClaimedFood[]
  count: number
  url: string
}

function ClaimPage({ claim, category, sort, offset, foods, count, url }: ClaimPageProps) {
  const t = useMessages('claims')
  const { foodCount } = useMessages('shared')
  const locale = useLocale()
  const title = titleOf(claim, category, locale)
  const pathOf = (change: { sort?: string; offset?: number }) =>
    claimPath(claim.slug, category, {
      ...((change.sort ?? sort) === 'amount' && { sort: 'amount' }),
      ...(change.offset && { offset: String(change.offset) }),
    })
  return (
    <div class="wrap stack-l">
      <Crumbs trail={[{ name: useMessages('categories').title, href: '/categories' }, { name: title }]} />
      <div class="stack-s">
        <h1>{title}</h1>
        <p>
          {ruleOf(claim, locale)} {originOf(claim, locale)}
          {claim.isLeastFirst && <> {t.withoutEnergy}</>}
          {category === '' && claim.isLeastFirst && <> {t.withoutHigh}</>}
        </p>
        <p class="muted">
          {count === maxClaimedFoods ? t.firstByPopularity({ count }) : foodCount({ count })}
          {' · '}
          {t.unknownLeftOut}
        </p>
      </div>
      <nav class="no-print" aria-label={t.categories}>
        <ul class="cluster chip-row">
          <li>
            <a class="chip" href={claimPath(claim.slug)} aria-current={category === '' ? 'page' : undefined}>
              {t.allFoods}
            </a>
          </li>
          {claimCategories.map(each => (
            <li key={each}>
              <a
                class="chip"
                href={claimPath(claim.slug, each)}
                aria-current={each === category ? 'page' : undefined}
              >
                {categoryName(each, locale)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {foods.length > 0 ? (
        <div>
          <nav class="cluster small no-print" aria-label={t.sortBy}>
            {(['popularity', 'amount'] as const).map(each =>
              each === sort ? (
                <b key={each}>{t.sort[each]}</b>
              ) : (
                <a key={each} class="more" href={pathOf({ sort: each })}>
                  {t.sort[each]}
                </a>
              ),
            )}
          </nav>
          <FoodList foods={foods} more={food => amountMarkup(food, claim, locale)} />
        </div>
      ) : (
        <div class="empty">
          <span class="tile tile-stone">
            <Icon name="search-x" />
          </span>
          <h2>{t.none}</h2>
          <p>{t.noneHint}</p>
        </div>
      )}
      <Pager
        offset={offset}
        pageSize={foodsPerPage}
        hasMore={offset + foodsPerPage < count}
        hrefAt={start => pathOf({ offset: start })}
      />
      <ClaimLinks current={claim.slug} />
      <PrintCredit url={url} />
    </div>
  )
}

/** What the columns of the list do not show. */
const columns: readonly string[] = ['calories_kcal', 'protein_g', 'carbs_g', 'fat_g']

function amountMarkup(food: ClaimedFood, claim: Claim, locale: Locale) {
  const amount = amountOf(food, claim)
  if (amount === null || columns.includes(claim.nutrient)) return undefined
  const { nutrient } = claim
  const isMain = nutrient in nutrientTable
  const name = isMain
    ? messages[locale].shared.nutrients[nutrient as Nutrient]
    : messages[locale].food.micronutrients[nutrient as Micronutrient]
  const { unit } = isMain
    ? nutrientTable[nutrient as Nutrient]
    : micronutrientTable[nutrient as Micronutrient]
  return markup`<p class="food-sub">${name}${formats[locale].colon}${formats[locale].number(amount, amount < 10 ? 1 : 0)} ${unit}</p>`
}
