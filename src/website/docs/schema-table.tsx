// Renders a JSON Schema object as a table of its properties.

import type { ComponentChildren } from 'preact'
import { TableHead } from '../components/table-head.tsx'
import { refName, type Schema } from './openapi.ts'

interface PropertiesTableProps {
  schema: Schema
  /** Table caption for screen readers. */
  name: string
  /** Marks required properties; responses always contain all of them. */
  isRequest?: boolean
}

export function PropertiesTable({ schema, name, isRequest = false }: PropertiesTableProps) {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return null
  return (
    <div class="scroll" tabindex={0}>
      <table class="properties">
        <caption class="sr-only">{name}</caption>
        <TableHead columns={['Field', 'Type', 'Description']} />
        <tbody>
          {properties.map(([property, value]) => (
            <tr key={property}>
              <th scope="row">
                <code>{property}</code>
                {isRequest && schema.required?.includes(property) && <span class="required"> required</span>}
              </th>
              <td>
                <SchemaType schema={value} />
              </td>
              <td>{describe(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function describe(schema: Schema): string {
  const description = schema.description ?? schema.anyOf?.find(each => each.description)?.description ?? ''
  return withConstraints(description, schema)
}

/** The description followed by its constraints in parentheses. */
export function withConstraints(description: string, schema: Schema): string {
  const constraints = constraintsOf(schema)
  if (constraints === '') return description
  return description === '' ? constraints : `${description} (${constraints})`
}

function constraintsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, default: defaultValue } = schema.anyOf?.[0] ?? schema
  const number = new Intl.NumberFormat('en-US')
  return [
    minimum !== undefined &&
      maximum !== undefined &&
      `${number.format(minimum)} to ${number.format(maximum)}`,
    minimum !== undefined && maximum === undefined && minimum !== 0 && `at least ${number.format(minimum)}`,
    minLength !== undefined && `at least ${minLength} ${minLength === 1 ? 'character' : 'characters'}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    defaultValue !== undefined && `default ${defaultValue}`,
  ]
    .filter(Boolean)
    .join(', ')
}

export function SchemaType({ schema }: { schema: Schema }): ComponentChildren {
  const name = refName(schema)
  if (name) return <a href={`#schema-${name}`}>{name}</a>
  if (schema.anyOf)
    return schema.anyOf.flatMap((each, index) => [index > 0 && ' or ', <SchemaType schema={each} />])
  if (schema.items)
    return (
      <>
        list of <SchemaType schema={schema.items} />
      </>
    )
  if (schema.enum) return schema.enum.map((word, index) => [index > 0 && ' or ', <code>{word}</code>])
  return schema.format ?? schema.type ?? 'any'
}
