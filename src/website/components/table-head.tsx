interface TableHeadProps {
  /** Column headings in order; an empty string renders an empty cell. */
  columns: string[]
  /** Columns that contain numbers and are right-aligned. */
  numeric?: string[]
}

export function TableHead({ columns, numeric = [] }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map(name =>
          name === '' ? (
            <td key={name} />
          ) : (
            <th key={name} scope="col" class={numeric.includes(name) ? 'num' : undefined}>
              {name}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}
