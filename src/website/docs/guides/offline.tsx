import { GuideCode } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

export function Offline({ apiUrl, websiteUrl }: DeploymentInfo) {
  const urls = { apiUrl, websiteUrl }
  return (
    <>
      <p>
        A pack is a file with the most popular foods, for apps that search and scan without a connection. It
        is an SQLite database with an index of names and one of barcodes. Every phone can read it: Android and
        iOS come with SQLite, and each framework has a library for it.
      </p>
      <h2 id="download">1. Download a pack</h2>
      <p>
        If this website offers packs, <code>{websiteUrl}/packs/packs.json</code> lists them with their size,
        date and checksum. Otherwise, on a server with Larder, <code>larder export --top 100000</code> writes
        one; add <code>--country de</code> for the foods sold in one country.
      </p>
      <GuideCode file="offline/download.sh" title="Download and check a pack" {...urls} />
      <p>
        Ship <code>foods.sqlite</code> with your app, or download it on the first start. You need SQLite 3.37
        or later with FTS5. If the phone’s version is older, use a library that bundles SQLite.
      </p>
      <h2 id="search">2. Search</h2>
      <p>
        The file needs no server, so search on every keystroke. Replace <code>"</code> in what people type
        with <code>""</code> before you put it between quotes, and pass the text as a parameter.
      </p>
      <GuideCode file="offline/search.sql" title="Search in a pack" {...urls} />
      <p>
        The index ignores case and accents. It does not correct typos: if nothing is found and the phone is
        online, ask <a href="/docs/search-foods">the API</a>.
      </p>
      <h2 id="scan">3. Scan</h2>
      <GuideCode file="offline/barcode.sql" title="Look up a barcode in a pack" {...urls} />
      <p>
        Nutrients are per 100 g, and <code>NULL</code> means <a href="/docs/unknown">unknown, never zero</a>.
        In a portion, it stays <code>NULL</code>: SQL does that for you in{' '}
        <code>calories_kcal * 240 / 100</code>.
      </p>
      <h2 id="credit">4. Show the credit</h2>
      <p>
        A pack names its sources and its license. With foods of Open Food Facts, the license is that of the
        database: show the credit in your app, and if you change the data and pass it on, offer it under the
        same license (<a href="/docs/attribution">Credit the sources</a>).
      </p>
      <GuideCode file="offline/credit.sql" title="Credit of a pack" {...urls} />
      <h2 id="update">5. Update</h2>
      <p>
        Compare <code>catalog_version</code> in <code>packs.json</code> with the one in <code>meta</code>. If
        they differ, download the new pack.
      </p>
      <p>
        Or ask the API: <a href="/docs/reference/changes">/changes</a> with the <code>catalog_version</code>{' '}
        of your pack as <code>since</code> lists the foods that were created, changed, merged or removed since
        then, and <a href="/docs/reference/batch">/foods/batch</a> returns up to 50 of them at a time.
      </p>
    </>
  )
}
