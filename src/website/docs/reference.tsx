// The API reference, generated from openapi.json; it works without JavaScript.

import { Code } from '../components/code.tsx'
import { TableHead } from '../components/table-head.tsx'
import type { DeploymentInfo } from './deployment-info.ts'
import {
  type ApiDescription,
  curlCommand,
  type Endpoint,
  jsonSchemaOf,
  requestPath,
  type Schema,
} from './openapi.ts'
import { PropertiesTable, SchemaType, withConstraints } from './schema-table.tsx'

export function Reference({ apiUrl, api }: DeploymentInfo) {
  return (
    <>
      <p>
        The base URL is <code>{apiUrl}</code>. This page describes version {api.version} of the API and is
        generated from its OpenAPI document, <a href={`${apiUrl}/openapi.json`}>openapi.json</a>, which you
        can also use to generate clients. There is also an{' '}
        <a href={`${apiUrl}/docs`}>interactive reference</a>.
      </p>
      <ul class="points">
        <li>
          Nutrients are per 100 g. <code>null</code> means <a href="/docs/unknown">unknown</a>, never zero.
        </li>
        <li>
          Errors have the form <code>{'{"detail": …}'}</code>: a message, or for 422 a list of invalid
          parameters.
        </li>
        <li>
          Unknown paths return <code>401</code>. <code>HEAD</code> works wherever <code>GET</code> does.
        </li>
        <li>
          Every <code>GET</code> response has an <code>ETag</code>; with <code>If-None-Match</code>, unchanged
          data returns <code>304</code>. See also <a href="/docs/limits">rate limits</a>.
        </li>
      </ul>
      <Contents groups={api.groups} />
      {api.groups.map(({ name, endpoints }) => (
        <section key={name}>
          <h2 id={name.toLowerCase()}>{name}</h2>
          {endpoints.map(endpoint => (
            <EndpointSection key={endpoint.operationId} endpoint={endpoint} apiUrl={apiUrl} />
          ))}
        </section>
      ))}
      <h2 id="schemas">Schemas</h2>
      {Object.entries(api.schemas).map(([name, schema]) => (
        <SchemaSection key={name} name={name} schema={schema} />
      ))}
    </>
  )
}

function Contents({ groups }: Pick<ApiDescription, 'groups'>) {
  return (
    <nav class="contents" aria-label="On this page">
      {groups.map(({ name, endpoints }) => (
        <section key={name}>
          <p class="docs-section">
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
      <p class="quiet">{keyRequirement(endpoint)}</p>
      <Parameters endpoint={endpoint} />
      {body && <RequestBody schema={body} operationId={operationId} />}
      {operationId !== 'handleStripeWebhook' && (
        <Code name={`Example request: ${summary}`} text={exampleRequest(endpoint, apiUrl)} />
      )}
      <table class="responses">
        <caption class="sr-only">Responses of {operationId}</caption>
        <TableHead columns={['Status', 'Body', 'Description']} />
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

function keyRequirement({ security, operationId }: Endpoint): string {
  if (security === undefined) return 'No API key needed. Not rate-limited.'
  if (operationId === 'handleStripeWebhook') return 'Requires a signature from the payment provider.'
  return security.some(scheme => Object.keys(scheme).length === 0)
    ? 'API key optional.'
    : 'Requires the account key.'
}

function Parameters({ endpoint: { parameters, operationId } }: { endpoint: Endpoint }) {
  if (!parameters) return null
  return (
    <table class="responses">
      <caption class="sr-only">Parameters of {operationId}</caption>
      <TableHead columns={['Parameter', 'Type', 'Description']} />
      <tbody>
        {parameters.map(parameter => (
          <tr key={parameter.name}>
            <th scope="row">
              <code>{parameter.name}</code>
              {parameter.required && <span class="required"> required</span>}
            </th>
            <td>
              <SchemaType schema={parameter.schema} />
            </td>
            <td>{withConstraints(parameter.description, parameter.schema)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RequestBody({ schema, operationId }: { schema: Schema; operationId: string }) {
  return (
    <>
      <p>Request body (JSON):</p>
      <PropertiesTable schema={schema} name={`Request body of ${operationId}`} isRequest />
    </>
  )
}

function exampleRequest(endpoint: Endpoint, apiUrl: string): string {
  const { method, parameters = [], requestBody } = endpoint
  const values = Object.fromEntries(
    parameters
      .filter(({ required }) => required)
      .map(({ name, example }) => [name, String(example ?? (name.endsWith('_id') ? 7 : ''))]),
  )
  const command = curlCommand(apiUrl, requestPath(endpoint, values), {
    method,
    needsKey: keyRequirement(endpoint).startsWith('Requires the account'),
  })
  const body = exampleBody(jsonSchemaOf(requestBody))
  return body === undefined ? command : command.replace(/^curl/, `curl -d '${body}'`)
}

/** An example with one required property, or the first if none is required. */
function exampleBody(schema: Schema | undefined): string | undefined {
  const properties = Object.entries(schema?.properties ?? {})
  const [name, value] =
    properties.find(([property]) => schema?.required?.includes(property)) ?? properties[0] ?? []
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
        <Code name={`${name} example`} text={JSON.stringify(example, null, 2)} isOutput />
      )}
    </section>
  )
}
