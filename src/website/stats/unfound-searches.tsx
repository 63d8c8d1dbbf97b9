import type { UnfoundSearch } from '../../catalog/counting/searches.ts'
import { TableHead } from '../components/table-head.tsx'
import { useFormat, useMessages } from '../i18n/messages.ts'

/** Nothing while no search is known. */
export function UnfoundSearches({ searches }: { searches: UnfoundSearch[] }) {
  const t = useMessages('stats')
  const { number } = useFormat()
  if (searches.length === 0) return null
  return (
    <section class="stack">
      <h2 id="unfound">{t.unfound}</h2>
      <p class="measure">{t.unfoundHint}</p>
      <div class="table-wrap">
        <table class="table measures">
          <caption>{t.unfoundSearches}</caption>
          <TableHead columns={[t.queries, t.count]} numeric={[t.count]} />
          <tbody>
            {searches.map(({ query, callers }) => (
              <tr key={query}>
                <th scope="row">
                  <bdi>{query}</bdi>
                </th>
                <td class="num">{number(callers)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
