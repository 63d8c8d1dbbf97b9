import type { ComponentChildren } from 'preact'
import { TableHead } from '../../components/table-head.tsx'

interface FieldMappingProps {
  /** The other service. */
  service: string
  rows: { theirs: string[]; ours: string[]; note?: ComponentChildren }[]
}

/** Which field of another service is which field of a food. */
export function FieldMapping({ service, rows }: FieldMappingProps) {
  return (
    <div class="table-wrap" tabindex={0}>
      <table class="table">
        <TableHead columns={[service, 'Larder', 'Difference']} />
        <tbody>
          {rows.map(({ theirs, ours, note }) => (
            <tr key={theirs.join()}>
              <th scope="row">
                <Names names={theirs} />
              </th>
              <td>
                <Names names={ours} />
              </td>
              <td>{note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Names({ names }: { names: string[] }) {
  return (
    <>
      {names.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
    </>
  )
}

export const unknownIsNull = (
  <>
    A value that the source does not state is <code>null</code> in Larder, and never 0. All 22 fields are
    present in every food, so <code>null</code> is the only case to handle (
    <a href="/docs/unknown">Missing values</a>).
  </>
)

export const nutrientsPer100g = (
  <>
    Nutrients are per 100 g in every food. For a portion, multiply by grams ÷ 100 (
    <a href="/docs/portions">Portions and servings</a>).
  </>
)
