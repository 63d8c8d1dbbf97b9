import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import {
  type CatalogBreakdown,
  type FoodCount,
  readCatalogBreakdown,
} from '../../catalog/catalog-breakdown.ts'
import { readUnfoundSearches, type UnfoundSearch } from '../../catalog/counting/searches.ts'
import { creditedSources } from '../../food/credits.ts'
import { isSourceId } from '../../food/sources.ts'
import { licencesOf } from '../../packs/pack.ts'
import { classIds } from '../../quality/confidence/classes.ts'
import { Icon } from '../components/icon.tsx'
import { sourceName } from '../components/names.ts'
import { Day } from '../components/timestamp.tsx'
import type { WebsiteCatalog } from '../context.ts'
import type { Locale } from '../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import type { MainEntity } from '../share/structured-data.ts'
import { redirectTo } from '../shell/page-variant.ts'
import { publicCacheControl, sendPublicPage } from '../shell/responses.tsx'
import { Bars, Columns } from './charts.tsx'
import { SearchBenchmarkSection } from './search-benchmark-section.tsx'
import { UnfoundSearches } from './unfound-searches.tsx'

export function addStatsPage(app: FastifyInstance, { database, websiteUrl }: WebsiteCatalog): void {
  app.get('/stats', { config: { isPublic: true, cachedBy: [] } }, async (request, reply) => {
    const t = messages[request.locale].stats
    const [breakdown, unfound] = await Promise.all([
      readCatalogBreakdown(database),
      readUnfoundSearches(database),
    ])
    return sendPublicPage(request, reply, {
      title: t.title,
      area: 'foods',
      description: t.description,
      canonical: `${websiteUrl}/stats`,
      subject: { mainEntity: catalogDataset(breakdown, t, websiteUrl) },
      content: <Stats breakdown={breakdown} unfound={unfound} />,
    })
  })
  // The former path, which other websites link to.
  app.get('/numbers', { config: { isPublic: true } }, (_request, reply) =>
    redirectTo(reply.header('cache-control', publicCacheControl), '/stats', 301),
  )
}

function catalogDataset(
  { foods, changedAt, counts }: CatalogBreakdown,
  { title, description }: Messages['stats'],
  websiteUrl: string,
): MainEntity {
  const present = counts.flatMap(({ kind, name }) => (kind === 'source' && isSourceId(name) ? [name] : []))
  return {
    '@type': 'Dataset',
    name: title,
    description,
    url: `${websiteUrl}/stats`,
    dateModified: changedAt.toISOString(),
    isAccessibleForFree: true,
    license: licencesOf(creditedSources(present)).map(({ url }) => url),
    size: { '@type': 'QuantitativeValue', value: foods },
  }
}

function Stats({ breakdown, unfound }: { breakdown: CatalogBreakdown; unfound: UnfoundSearch[] }) {
  const { foods, categories, counts, newestChange, medianChange } = breakdown
  const t = useMessages('stats')
  const { number } = useFormat()
  const countsOf = (kind: FoodCount['kind']) => counts.filter(count => count.kind === kind)
  return (
    <div class="wrap stack-xl">
      <div class="stack">
        <h1>{t.title}</h1>
        <p class="muted measure">{t.description}</p>
        <dl class="stat-tiles">
          <Tile name={t.foods}>{number(foods)}</Tile>
          <Tile name={t.categories}>{number(categories)}</Tile>
          <Tile name={t.lastImport}>
            <Day at={breakdown.changedAt} />
          </Tile>
          {newestChange && (
            <Tile name={t.newestRecord}>
              <Day at={newestChange} />
            </Tile>
          )}
          {medianChange && (
            <Tile name={t.medianRecord}>
              <Day at={medianChange} />
            </Tile>
          )}
        </dl>
      </div>
      {counts.length === 0 ? (
        <div class="note">
          <Icon name="info" />
          <p>{t.notYet}</p>
        </div>
      ) : (
        <>
          <Sources breakdown={breakdown} counts={countsOf('source')} />
          <Ages counts={countsOf('year')} />
          <Completeness foods={foods} counts={countsOf('known')} />
          <Classes foods={foods} counts={countsOf('class')} />
        </>
      )}
      <SearchBenchmarkSection />
      <UnfoundSearches searches={unfound} />
    </div>
  )
}

function Tile({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const nameOf = (source: string, locale: Locale) => (isSourceId(source) ? sourceName(source, locale) : source)

function Sources({ breakdown, counts }: { breakdown: CatalogBreakdown; counts: FoodCount[] }) {
  const t = useMessages('stats')
  const { date } = useFormat()
  const locale = useLocale()
  return (
    <section class="stack">
      <h2 id="sources">{t.sources}</h2>
      <Bars
        caption={t.foodsBySource}
        head={t.source}
        total={breakdown.foods}
        bars={counts.map(({ name, foods }) => ({ name: nameOf(name, locale), foods }))}
      />
      {breakdown.syncs.map(({ source, upTo }) => (
        <p key={source} class="muted small">
          {t.syncedUpTo({ source: nameOf(source, locale), day: date(upTo) })}
        </p>
      ))}
    </section>
  )
}

function Ages({ counts }: { counts: FoodCount[] }) {
  const t = useMessages('stats')
  const { foodCount } = useMessages('shared')
  const undated = counts.find(({ name }) => name === 'unknown')?.foods ?? 0
  const dated = new Map(
    counts.filter(({ name }) => name !== 'unknown').map(({ name, foods }) => [Number(name), foods]),
  )
  const [first, last] = [Math.min(...dated.keys()), Math.max(...dated.keys())]
  const years = dated.size === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return (
    <section class="stack">
      <h2 id="age">{t.age}</h2>
      {years.length > 0 && (
        <Columns
          caption={t.foodsByYear}
          head={t.year}
          bars={years.map(year => ({ name: String(year), foods: dated.get(year) ?? 0 }))}
        />
      )}
      {undated > 0 && <p class="muted small">{t.undated({ foods: foodCount({ count: undated }) })}</p>}
    </section>
  )
}

function Completeness({ foods, counts }: { foods: number; counts: FoodCount[] }) {
  const t = useMessages('stats')
  const { nutrients } = useMessages('shared')
  const named = (names: Record<string, string>) =>
    counts.flatMap(({ name, foods: known }) => {
      const label = names[name]
      return label === undefined ? [] : { name: label, foods: known }
    })
  return (
    <section class="stack">
      <h2 id="known">{t.completeness}</h2>
      <p class="measure">
        {t.completenessHint} <a href="/docs/unknown">{t.missingValues}</a>
      </p>
      <Bars caption={t.foodsWithNutrient} head={t.nutrient} total={foods} bars={named(nutrients)} />
      <Bars caption={t.foodsWithField} head={t.field} total={foods} bars={named(t.fields)} />
    </section>
  )
}

function Classes({ foods, counts }: { foods: number; counts: FoodCount[] }) {
  const t = useMessages('stats')
  return (
    <section class="stack">
      <h2 id="confidence">{t.confidence}</h2>
      <p>
        <a href="/docs/data-quality#confidence">{t.confidenceLink}</a>
      </p>
      <Bars
        caption={t.foodsByClass}
        head={t.class}
        total={foods}
        bars={classIds.map(id => ({
          name: t.classes[id],
          foods: counts.find(({ name }) => name === id)?.foods ?? 0,
        }))}
      />
    </section>
  )
}
