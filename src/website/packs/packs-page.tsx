import type { FastifyInstance } from 'fastify'
import { creditedSources } from '../../food/credits.ts'
import { catalogSource, sourceFacts } from '../../food/sources.ts'
import { licencesOf, type PackEntry } from '../../packs/pack.ts'
import type { PackFolder } from '../../packs/pack-index.ts'
import { Code } from '../components/code.tsx'
import { Icon } from '../components/icon.tsx'
import { TableHead } from '../components/table-head.tsx'
import { Day } from '../components/timestamp.tsx'
import { locales } from '../i18n/locales.ts'
import { useFormat, useLocale, useMessages } from '../i18n/messages.ts'
import { type Messages, messages } from '../messages/compiled/index.ts'
import type { MainEntity } from '../share/structured-data.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { addPackDownloads } from './downloads.ts'

export function addPackPages(app: FastifyInstance, folder: PackFolder | undefined, websiteUrl: string): void {
  if (folder === undefined) return
  app.get('/packs', { config: { isPublic: true } }, async (request, reply) => {
    const t = messages[request.locale].packs
    const packs = await folder.packs()
    return sendPublicPage(request, reply, {
      title: t.title,
      area: 'foods',
      description: t.description,
      canonical: `${websiteUrl}/packs`,
      scripts: [],
      subject: { mainEntity: packsDataset(packs, t, websiteUrl) },
      // The files are replaced every night.
      noIndex: packs.length === 0,
      content: <Packs packs={packs} websiteUrl={websiteUrl} />,
    })
  })
  addPackDownloads(app, folder)
}

/** Undefined if there is no pack. */
function packsDataset(
  packs: PackEntry[],
  { title, description }: Messages['packs'],
  websiteUrl: string,
): MainEntity | undefined {
  const newest = packs
    .map(({ created_at }) => created_at)
    .sort()
    .at(-1)
  if (newest === undefined) return undefined
  const licences = licencesOf(creditedSources(packs.flatMap(pack => pack.sources)))
  return {
    '@type': 'Dataset',
    name: title,
    description,
    url: `${websiteUrl}/packs`,
    dateModified: newest,
    isAccessibleForFree: true,
    license: licences.map(({ url }) => url),
    distribution: packs.map(({ name, url, bytes, created_at, sha256 }) => ({
      '@type': 'DataDownload',
      name,
      contentUrl: `${websiteUrl}/packs/${url}`,
      encodingFormat: formatName,
      contentSize: `${bytes} B`,
      sha256,
      dateModified: created_at,
    })),
  }
}

const formatName = 'SQLite'

function Packs({ packs, websiteUrl }: { packs: PackEntry[]; websiteUrl: string }) {
  const t = useMessages('packs')
  return (
    <div class="wrap stack-xl">
      <div>
        <h1>{t.title}</h1>
        <p class="muted">{t.intro}</p>
      </div>
      {packs.length === 0 ? (
        <div class="empty">
          <h2>{t.none}</h2>
          <p>{t.noneHint}</p>
        </div>
      ) : (
        <>
          <div class="stack">
            <PackTable packs={packs} caption={t.packs} />
            <p class="measure">{t.about}</p>
            <p>
              <a href="/packs/packs.json">{t.index}</a>
            </p>
          </div>
          <Opening url={`${websiteUrl}/packs/${packs[0]?.url}`} />
        </>
      )}
      <Conditions packs={packs} />
    </div>
  )
}

/** Of the licences of the packs. The data of the operator may have none. */
function Conditions({ packs }: { packs: PackEntry[] }) {
  const t = useMessages('packs')
  const { list } = useFormat()
  const sources = creditedSources(packs.flatMap(pack => pack.sources))
  const licences = licencesOf(sources)
  if (licences.length === 0) return null
  const conditions = [
    ...sources.flatMap(source => {
      const { credit } = sourceFacts[source]
      return credit === null ? [] : t.credit({ text: credit.text, url: credit.url })
    }),
    ...(sources.includes(catalogSource) ? [t.shareAlike] : []),
  ]
  return (
    <section class="stack">
      <h2 id="license">{t.license}</h2>
      <p class="measure">{t.licenseText({ license: list(licences.map(({ name }) => name)) })}</p>
      <ul class="ticks measure">
        {conditions.map(text => (
          <li key={text}>
            <Icon name="check" small />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {licences.map(({ name, url }) => (
        <p key={url}>
          <a href={url}>{licences.length === 1 ? t.readLicense : name}</a>
        </p>
      ))}
    </section>
  )
}

function PackTable({ packs, caption }: { packs: PackEntry[]; caption: string }) {
  const { columns, fields } = useMessages('packs')
  const { number } = useFormat()
  return (
    // Scrollable regions must be focusable by keyboard.
    <section class="table-wrap" tabindex={0} aria-label={caption}>
      <table class="table">
        <TableHead
          columns={[
            columns.download,
            columns.country,
            columns.fields,
            columns.foods,
            columns.size,
            columns.date,
            columns.checksum,
          ]}
          numeric={[columns.foods, columns.size]}
        />
        <tbody>
          {packs.map(pack => (
            <tr key={pack.url}>
              <th scope="row">
                <PackLink pack={pack} />
              </th>
              <td>
                <Country code={pack.country} />
              </td>
              <td>{fields[pack.fields] ?? pack.fields}</td>
              <td class="num">{number(pack.foods)}</td>
              <td class="num">
                <Size bytes={pack.bytes} />
              </td>
              <td>
                <Day at={new Date(pack.created_at)} />
              </td>
              <td>
                <code class="checksum">{pack.sha256}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PackLink({ pack: { url, name } }: { pack: PackEntry }) {
  const t = useMessages('packs')
  return (
    <a href={`/packs/${url}`} download aria-label={t.downloadAs({ pack: name, format: formatName })}>
      {formatName}
    </a>
  )
}

function Country({ code }: { code: string | null }) {
  const t = useMessages('packs')
  const { tag } = locales[useLocale()]
  if (code === null) return t.allCountries
  if (!/^[a-z]{2}$/i.test(code)) return code
  return new Intl.DisplayNames([tag], { type: 'region' }).of(code.toUpperCase()) ?? code
}

function Size({ bytes }: { bytes: number }) {
  const { number } = useFormat()
  return bytes < 1_000_000 ? `${number(bytes / 1_000, 1)} KB` : `${number(bytes / 1_000_000, 1)} MB`
}

function Opening({ url }: { url: string }) {
  const t = useMessages('packs')
  const text = `curl -s ${url} | gunzip > foods.sqlite\nsqlite3 foods.sqlite 'select name, calories_kcal from foods limit 20'`
  return (
    <section class="stack">
      <h2 id="open">{t.openTitle}</h2>
      <Code name={formatName} text={text} />
    </section>
  )
}
