// A schema as a table of its members.

import type { ComponentChildren } from 'preact'
import { TableHead } from '../components/table-head.tsx'
import { refName, type Schema } from './openapi.ts'

interface PropertiesTableProps {
  schema: Schema
  /** For those who cannot see where the table stands. */
  name: string
  /** In what is sent some members may be missing; answers have them all. */
  isSent?: boolean
}

export function PropertiesTable({ schema, name, isSent = false }: PropertiesTableProps) {
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) return null
  return (
    <div class="scroll" tabindex={0}>
      <table class="members">
        <caption class="sr-only">{name}</caption>
        <TableHead columns={['Member', 'Type', 'Meaning']} />
        <tbody>
          {members.map(([member, value]) => (
            <tr key={member}>
              <th scope="row">
                <code>{member}</code>
                {isSent && schema.required?.includes(member) && <span class="needed"> needed</span>}
              </th>
              <td>
                <SchemaType schema={value} />
              </td>
              <td>{meaningOf(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function meaningOf(schema: Schema): string {
  const own = schema.description ?? schema.anyOf?.find(each => each.description)?.description ?? ''
  return withBounds(own, schema)
}

/** What a value means, and within which bounds. */
export function withBounds(meaning: string, schema: Schema): string {
  const bounds = boundsOf(schema)
  if (bounds === '') return meaning
  return meaning === '' ? bounds : `${meaning} (${bounds})`
}

function boundsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, default: usual } = schema.anyOf?.[0] ?? schema
  const number = new Intl.NumberFormat('en-US')
  return [
    minimum !== undefined &&
      maximum !== undefined &&
      `${number.format(minimum)} to ${number.format(maximum)}`,
    minimum !== undefined && maximum === undefined && minimum !== 0 && `at least ${number.format(minimum)}`,
    minLength !== undefined && `at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    usual !== undefined && `${usual} unless given`,
  ]
    .filter(Boolean)
    .join(', ')
}

export function SchemaType({ schema }: { schema: Schema }): ComponentChildren {
  const name = refName(schema)
  if (name) return <a href={`#schema-${name}`}>{name}</a>
  if (schema.anyOf)
    return schema.anyOf.flatMap((each, place) => [place > 0 && ' or ', <SchemaType schema={each} />])
  if (schema.items)
    return (
      <>
        list of <SchemaType schema={schema.items} />
      </>
    )
  if (schema.enum) return schema.enum.map((word, place) => [place > 0 && ' or ', <code>{word}</code>])
  return schema.format ?? schema.type ?? 'anything'
}
