// The API reference, made from openapi.json: every request, readable without script.

import { Code } from '../components/code.tsx'
import { TableHead } from '../components/table-head.tsx'
import type { DeploymentInfo } from './deployment-info.ts'
import {
  apiVersion,
  curlCommand,
  type Endpoint,
  groups,
  jsonSchemaOf,
  requestPath,
  type Schema,
  schemas,
} from './openapi.ts'
import { PropertiesTable, SchemaType, withBounds } from './schema-table.tsx'

export function Reference({ apiUrl }: DeploymentInfo) {
  return (
    <>
      <p>
        The API is at <code>{apiUrl}</code>. This page is made from its description, version {apiVersion}:{' '}
        <a href={`${apiUrl}/openapi.json`}>openapi.json</a>, for generators of clients. The same with a
        console: <a href={`${apiUrl}/docs`}>the reference on the API itself</a>.
      </p>
      <ul class="points">
        <li>
          Nutrients are per 100 g. <code>null</code> is <a href="/docs/unknown">unknown</a>, never zero.
        </li>
        <li>
          Errors are <code>{'{"detail": …}'}</code>: a text, or for 422 a list of what is wrong with which
          parameter.
        </li>
        <li>
          A path that does not exist answers <code>401</code>. <code>HEAD</code> works wherever{' '}
          <code>GET</code> does.
        </li>
        <li>
          Every <code>GET</code> has an <code>ETag</code>; with <code>If-None-Match</code> what did not change
          is <code>304</code>. Limits: <a href="/docs/limits">headers</a>.
        </li>
      </ul>
      <Contents />
      {groups.map(({ name, endpoints }) => (
        <section key={name}>
          <h2 id={name.toLowerCase()}>{name}</h2>
          {endpoints.map(endpoint => (
            <EndpointSection key={endpoint.operationId} endpoint={endpoint} apiUrl={apiUrl} />
          ))}
        </section>
      ))}
      <h2 id="schemas">Schemas</h2>
      {Object.entries(schemas).map(([name, schema]) => (
        <SchemaSection key={name} name={name} schema={schema} />
      ))}
    </>
  )
}

function Contents() {
  return (
    <nav class="contents" aria-label="On this page">
      {groups.map(({ name, endpoints }) => (
        <section key={name}>
          <p class="docs-part">
            <a href={`#${name.toLowerCase()}`}>{name}</a>
          </p>
          <ul>
            {endpoints.map(({ operationId, method, path }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>
                  <Method method={method} /> {path}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Method({ method }: { method: string }) {
  return <span class={`method ${method === 'GET' ? 'reads' : 'writes'}`}>{method}</span>
}

function EndpointSection({ endpoint, apiUrl }: { endpoint: Endpoint; apiUrl: string }) {
  const { operationId, summary, description, method, path, requestBody, responses } = endpoint
  const body = jsonSchemaOf(requestBody)
  return (
    <section class="endpoint" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>{summary}</h3>
      <p class="request">
        <Method method={method} /> <code>{path}</code>
      </p>
      {description && <p>{description}</p>}
      <p class="quiet">{keyNeeded(endpoint)}</p>
      <Parameters endpoint={endpoint} />
      {body && <Body schema={body} of={operationId} />}
      {operationId !== 'handleStripeWebhook' && (
        <Code name={`A request: ${summary}`} text={exampleRequest(endpoint, apiUrl)} />
      )}
      <table class="answers">
        <caption class="sr-only">Answers of {operationId}</caption>
        <TableHead columns={['Answer', 'Body', 'When']} />
        <tbody>
          {Object.entries(responses).map(([status, response]) => {
            const schema = jsonSchemaOf(response)
            return (
              <tr key={status}>
                <th scope="row">{status}</th>
                <td>{schema ? <SchemaType schema={schema} /> : 'none'}</td>
                <td>{response.description}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function keyNeeded({ security, operationId }: Endpoint): string {
  if (security === undefined) return 'No key; never limited.'
  if (operationId === 'handleStripeWebhook') return 'Signed messages only.'
  return security.some(way => Object.keys(way).length === 0) ? 'A key is optional.' : 'Needs the account key.'
}

function Parameters({ endpoint: { parameters, operationId } }: { endpoint: Endpoint }) {
  if (!parameters) return null
  return (
    <table class="answers">
      <caption class="sr-only">Parameters of {operationId}</caption>
      <TableHead columns={['Parameter', 'Type', 'Meaning']} />
      <tbody>
        {parameters.map(parameter => (
          <tr key={parameter.name}>
            <th scope="row">
              <code>{parameter.name}</code>
              {parameter.required && <span class="needed"> needed</span>}
            </th>
            <td>
              <SchemaType schema={parameter.schema} />
            </td>
            <td>{withBounds(parameter.description, parameter.schema)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Body({ schema, of }: { schema: Schema; of: string }) {
  return (
    <>
      <p>The body is JSON:</p>
      <PropertiesTable schema={schema} name={`Body of ${of}`} isSent />
    </>
  )
}

function exampleRequest(endpoint: Endpoint, apiUrl: string): string {
  const { method, parameters = [], requestBody } = endpoint
  const given = Object.fromEntries(
    parameters
      .filter(({ required }) => required)
      .map(({ name, example }) => [name, String(example ?? (name.endsWith('_id') ? 7 : ''))]),
  )
  const command = curlCommand(apiUrl, requestPath(endpoint, given), {
    method,
    needsKey: keyNeeded(endpoint).startsWith('Needs'),
  })
  const body = exampleBody(jsonSchemaOf(requestBody))
  return body === undefined ? command : command.replace(/^curl/, `curl -d '${body}'`)
}

/** One member that has to be there, or else the first. */
function exampleBody(schema: Schema | undefined): string | undefined {
  const members = Object.entries(schema?.properties ?? {})
  const [name, value] = members.find(([member]) => schema?.required?.includes(member)) ?? members[0] ?? []
  if (name === undefined || value === undefined) return undefined
  const example = value.enum?.[0] ?? (value.type === 'integer' ? 3600 : name === 'name' ? 'ci' : '123456')
  return JSON.stringify({ [name]: example })
}

function SchemaSection({ name, schema }: { name: string; schema: Schema }) {
  const example = schema.examples?.[0]
  return (
    <section class="endpoint" id={`schema-${name}`}>
      <h3>{name}</h3>
      {schema.description && <p>{schema.description}</p>}
      <PropertiesTable schema={schema} name={name} />
      {example !== undefined && (
        <Code name={`${name}, an example`} text={JSON.stringify(example, null, 2)} isOutput />
      )}
    </section>
  )
}
