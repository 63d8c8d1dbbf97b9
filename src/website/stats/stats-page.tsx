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
import { SearchQuality } from './search-quality.tsx'

export function addStatsPage(app: FastifyInstance, { database, websiteUrl }: WebsiteCatalog): void {
  app.get('/numbers', { config: { isPublic: true } }, async (request, reply) =>
    sendPublicPage(request, reply, {
      title: 'Numbers',
      description:
        'The catalog in numbers: where its foods come from, how old and how complete they are, how well search works.',
      canonical: `${websiteUrl}/numbers`,
      content: <Stats numbers={await readCatalogBreakdown(database)} />,
    }),
  )
}

function Stats({ numbers }: { numbers: CatalogBreakdown }) {
  const { foods, categories, counts } = numbers
  const of = (kind: FoodCount['kind']) => counts.filter(count => count.kind === kind)
  return (
    <section class="numbers">
      <h1>The catalog in numbers</h1>
      <p class="lead">
        Where the foods come from, how old and how complete they are, and how well search finds them.
      </p>
      <dl class="tiles">
        <Tile name="Foods">{formatNumber(foods)}</Tile>
        <Tile name="Categories">{formatNumber(categories)}</Tile>
        <Tile name="Catalog last changed">
          <Day at={numbers.changedAt} />
        </Tile>
        <Tile name="Newest record">{dayOrUnknown(numbers.newestChange)}</Tile>
        <Tile name="Half of the records are newer than">{dayOrUnknown(numbers.medianChange)}</Tile>
      </dl>
      {counts.length === 0 ? (
        <p class="callout">
          The rest is counted when foods are imported, and there was no import since this page exists. Come
          back after the next one.
        </p>
      ) : (
        <>
          <Sources numbers={numbers} counts={of('source')} />
          <Ages counts={of('year')} />
          <Completeness foods={foods} counts={of('known')} />
          <Classes foods={foods} counts={of('class')} />
        </>
      )}
      <SearchQuality />
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

function Sources({ numbers, counts }: { numbers: CatalogBreakdown; counts: FoodCount[] }) {
  return (
    <section>
      <h2 id="sources">Sources</h2>
      <Bars
        caption="Foods by the source of their data"
        head="Source"
        of={numbers.foods}
        bars={counts.map(({ name, foods }) => ({ name: labelOf(name), foods }))}
      />
      {numbers.syncs.map(({ source, upTo }) => (
        <p key={source} class="quiet">
          {labelOf(source)}: all changes up to <Day at={upTo} /> are in.
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
  const years = dated.size === 0 ? [] : Array.from({ length: last - first + 1 }, (_, place) => first + place)
  return (
    <section>
      <h2 id="age">Age</h2>
      {years.length > 0 && (
        <Columns
          caption="Foods by the year of the last change at their source"
          head="Year"
          bars={years.map(year => ({ name: String(year), foods: dated.get(year) ?? 0 }))}
        />
      )}
      {undated > 0 && (
        <p class="quiet">Of {formatNumber(undated)} foods the source does not say when they changed.</p>
      )}
    </section>
  )
}

const valueNames = mapNutrients(titleOfNutrient)

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
      const shown = names[name]
      return shown === undefined ? [] : { name: shown, foods: known }
    })
  return (
    <section>
      <h2 id="known">Completeness</h2>
      <p>
        What a label does not say is unknown, and <a href="/docs/unknown">stays unknown</a>.
      </p>
      <Bars caption="Foods whose value is known" head="Nutrient" of={foods} bars={named(valueNames)} />
      <Bars caption="Foods that have it" head="Beside the nutrients" of={foods} bars={named(detailNames)} />
    </section>
  )
}

function Classes({ foods, counts }: { foods: number; counts: FoodCount[] }) {
  return (
    <section>
      <h2 id="confidence">Confidence</h2>
      <p>
        <a href="/docs/data-quality#confidence">How far the numbers of a food can be trusted.</a>
      </p>
      <Bars
        caption="Foods by their class"
        head="Class"
        of={foods}
        bars={classIds.map(id => ({
          name: classes[id].title,
          foods: counts.find(({ name }) => name === id)?.foods ?? 0,
        }))}
      />
    </section>
  )
}
