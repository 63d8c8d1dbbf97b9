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
  const isDescribed = properties.some(([, value]) => describe(value) !== '')
  return (
    <div class="table-wrap" tabindex={0}>
      <table class="table">
        <caption class="sr">{name}</caption>
        <TableHead columns={['Field', 'Type', ...(isDescribed ? ['Description'] : [])]} />
        <tbody>
          {properties.map(([property, value]) => (
            <tr key={property}>
              <th scope="row">
                <code>{property}</code>
                {isRequest && ' '}
                {isRequest && schema.required?.includes(property) && (
                  <span class="badge badge-line">required</span>
                )}
              </th>
              <td class={value.enum ? undefined : 'type'}>
                <SchemaType schema={value} />
              </td>
              {isDescribed && <td>{describe(value)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function describe(schema: Schema): string {
  return withConstraints(schema.description ?? '', schema)
}

/** The description followed by its constraints in parentheses. */
export function withConstraints(description: string, schema: Schema): string {
  const constraints = constraintsOf(schema)
  if (constraints === '') return description
  return description === '' ? constraints : `${description} (${constraints})`
}

function constraintsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, default: defaultValue } = schema
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
  if (name) return <a href={`/docs/reference/schemas#schema-${name}`}>{name}</a>
  if (schema.items)
    return (
      <>
        list of <SchemaType schema={schema.items} />
        {refName(schema.items) === undefined && 's'}
      </>
    )
  if (schema.enum) return schema.enum.map((word, index) => [index > 0 && ' or ', <code>{word}</code>])
  return typeName(schema)
}

function typeName({ type, format }: Schema): string {
  const [main, ...others] = [type ?? []].flat()
  return main === undefined ? 'any' : [format ?? main, ...others].join(' or ')
}
