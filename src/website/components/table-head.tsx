interface TableHeadProps {
  /** In their order; an empty name is a cell without a heading. */
  columns: string[]
  /** Which of them hold numbers. */
  numeric?: string[]
}

/** One row of column headings. */
export function TableHead({ columns, numeric = [] }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map(name =>
          name === '' ? (
            <td key={name} />
          ) : (
            <th key={name} scope="col" class={numeric.includes(name) ? 'number' : undefined}>
              {name}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}
