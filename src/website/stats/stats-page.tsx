import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import {
  type CatalogBreakdown,
  type FoodCount,
  readCatalogBreakdown,
} from '../../catalog/catalog-breakdown.ts'
import { mapNutrients, titleOfNutrient } from '../../food/nutrients.ts'
import { isSourceId, sourceFacts } from '../../food/sources.ts'
import { classes, classIds } from '../../quality/confidence/classes.ts'
import { Day } from '../components/timestamp.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { Bars, Columns, formatNumber } from './charts.tsx'
import { SearchBenchmarkSection } from './search-benchmark-section.tsx'

export function addStatsPage(app: FastifyInstance, { database, websiteUrl }: WebsiteCatalog): void {
  app.get('/numbers', { config: { isPublic: true, cachedBy: [] } }, async (request, reply) =>
    sendPublicPage(request, reply, {
      title: 'Catalog statistics',
      description: 'Catalog statistics: data sources, age, completeness and search quality.',
      canonical: `${websiteUrl}/numbers`,
      content: <Stats breakdown={await readCatalogBreakdown(database)} />,
    }),
  )
}

function Stats({ breakdown }: { breakdown: CatalogBreakdown }) {
  const { foods, categories, counts } = breakdown
  const countsOf = (kind: FoodCount['kind']) => counts.filter(count => count.kind === kind)
  return (
    <section class="numbers">
      <h1>Catalog statistics</h1>
      <p class="lead">Data sources, age, completeness and search quality.</p>
      <dl class="tiles">
        <Tile name="Foods">{formatNumber(foods)}</Tile>
        <Tile name="Categories">{formatNumber(categories)}</Tile>
        <Tile name="Last updated">
          <Day at={breakdown.changedAt} />
        </Tile>
        <Tile name="Newest record">{dayOrUnknown(breakdown.newestChange)}</Tile>
        <Tile name="Median record date">{dayOrUnknown(breakdown.medianChange)}</Tile>
      </dl>
      {counts.length === 0 ? (
        <p class="callout">
          More statistics are calculated when foods are imported. Check back after the next import.
        </p>
      ) : (
        <>
          <Sources breakdown={breakdown} counts={countsOf('source')} />
          <Ages counts={countsOf('year')} />
          <Completeness foods={foods} counts={countsOf('known')} />
          <Classes foods={foods} counts={countsOf('class')} />
        </>
      )}
      <SearchBenchmarkSection />
    </section>
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

function dayOrUnknown(day: Date | null): ComponentChildren {
  return day ? <Day at={day} /> : 'unknown'
}

const labelOf = (source: string) => (isSourceId(source) ? sourceFacts[source].label : source)

function Sources({ breakdown, counts }: { breakdown: CatalogBreakdown; counts: FoodCount[] }) {
  return (
    <section>
      <h2 id="sources">Sources</h2>
      <Bars
        caption="Foods by data source"
        head="Source"
        total={breakdown.foods}
        bars={counts.map(({ name, foods }) => ({ name: labelOf(name), foods }))}
      />
      {breakdown.syncs.map(({ source, upTo }) => (
        <p key={source} class="quiet">
          {labelOf(source)}: synced up to <Day at={upTo} />.
        </p>
      ))}
    </section>
  )
}

function Ages({ counts }: { counts: FoodCount[] }) {
  const undated = counts.find(({ name }) => name === 'unknown')?.foods ?? 0
  const dated = new Map(
    counts.filter(({ name }) => name !== 'unknown').map(({ name, foods }) => [Number(name), foods]),
  )
  const [first, last] = [Math.min(...dated.keys()), Math.max(...dated.keys())]
  const years = dated.size === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return (
    <section>
      <h2 id="age">Age of the data</h2>
      {years.length > 0 && (
        <Columns
          caption="Foods by year of the last update at the source"
          head="Year"
          bars={years.map(year => ({ name: String(year), foods: dated.get(year) ?? 0 }))}
        />
      )}
      {undated > 0 && <p class="quiet">{formatNumber(undated)} foods have no update date.</p>}
    </section>
  )
}

const nutrientNames = mapNutrients(titleOfNutrient)

const detailNames: Record<string, string> = {
  barcode: 'Barcode',
  brand: 'Brand',
  category: 'Category',
  image_url: 'Image',
  serving_size_g: 'Serving size',
}

function Completeness({ foods, counts }: { foods: number; counts: FoodCount[] }) {
  const named = (names: Record<string, string>) =>
    counts.flatMap(({ name, foods: known }) => {
      const label = names[name]
      return label === undefined ? [] : { name: label, foods: known }
    })
  return (
    <section>
      <h2 id="known">Completeness</h2>
      <p>
        Values that a label does not state <a href="/docs/unknown">stay unknown</a>.
      </p>
      <Bars caption="Foods with a known value" head="Nutrient" total={foods} bars={named(nutrientNames)} />
      <Bars caption="Foods with other details" head="Field" total={foods} bars={named(detailNames)} />
    </section>
  )
}

function Classes({ foods, counts }: { foods: number; counts: FoodCount[] }) {
  return (
    <section>
      <h2 id="confidence">Data confidence</h2>
      <p>
        <a href="/docs/data-quality#confidence">What the confidence score means</a>
      </p>
      <Bars
        caption="Foods by confidence class"
        head="Class"
        total={foods}
        bars={classIds.map(id => ({
          name: classes[id].title,
          foods: counts.find(({ name }) => name === id)?.foods ?? 0,
        }))}
      />
    </section>
  )
}
