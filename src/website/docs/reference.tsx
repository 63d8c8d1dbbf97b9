// The API reference, generated from openapi.json; it works without JavaScript.
import type { VNode } from 'preact'
import { Code } from '../components/code.tsx'
import { CodeTabs } from '../components/code-tabs.tsx'
import { Icon } from '../components/icon.tsx'
import { requestSamples } from '../components/request-samples.ts'
import { TableHead } from '../components/table-head.tsx'
import { useMessages } from '../i18n/messages.ts'
import type { DeploymentInfo } from './deployment-info.ts'
import { exampleValue } from './examples.ts'
import { StatusBadge } from './guides/errors.tsx'
import type { DocsPath } from './nav.ts'
import {
  type ApiDescription,
  curlCommand,
  type Endpoint,
  jsonExampleOf,
  jsonSchemaOf,
  type Parameter,
  refName,
  requestPath,
  type Schema,
} from './openapi.ts'
import { PropertiesTable, SchemaType, withConstraints } from './schema-table.tsx'

/** Pages with one endpoint, by its path. */
export const endpointPages: Partial<Record<DocsPath, string>> = {
  '/docs/reference/search': '/search',
  '/docs/reference/food': '/food/{food_id}',
  '/docs/reference/barcode': '/barcode/{code}',
  '/docs/reference/popular': '/foods/popular',
  '/docs/reference/categories': '/foods/categories',
  '/docs/reference/details': '/food/{food_id}/details',
  '/docs/reference/batch': '/foods/batch',
  '/docs/reference/changes': '/changes',
  '/docs/reference/suggest': '/suggest',
  '/docs/reference/meals': '/meals',
  '/docs/reference/health': '/health',
}

/** Pages with all endpoints of a tag. */
export const groupPages: Partial<Record<DocsPath, string>> = {
  '/docs/reference/account': 'Account',
  '/docs/reference/billing': 'Billing',
}

export function findEndpoint({ groups }: ApiDescription, path: string): Endpoint {
  const endpoint = groups.flatMap(({ endpoints }) => endpoints).find(each => each.path === path)
  if (!endpoint) throw new Error(`openapi.json has no ${path}`)
  return endpoint
}

/** The page of an endpoint, or its section on the page of its group. */
function addressOf({ path, tags, operationId }: Endpoint): string {
  const [own] = Object.entries(endpointPages).find(([, each]) => each === path) ?? []
  if (own) return own
  const [group = ''] = Object.entries(groupPages).find(([, each]) => tags.includes(each)) ?? []
  return `${group}#${operationId}`
}

export function ReferenceOverview({ apiUrl, api, freeLimits }: DeploymentInfo) {
  return (
    <>
      <p>
        The base URL is <code>{apiUrl}</code>. This reference describes version {api.version} and is generated
        from the <a href={`${apiUrl}/openapi.json`}>OpenAPI document</a>, which you can also use to generate
        clients.
      </p>
      <ul>
        <li>
          Nutrients are per 100 g. <code>null</code> means <a href="/docs/unknown">unknown</a>, never zero.
        </li>
        <li>
          An API key is optional for food data. Without one, you can make {freeLimits.anonymousPerMinute}{' '}
          requests per minute from one IP address. <a href="/docs/keys">API keys</a>,{' '}
          <a href="/docs/limits">rate limits</a>
        </li>
        <li>
          Errors have the form <code>{'{"detail": …}'}</code>. Unknown paths return <code>401</code>.{' '}
          <a href="/docs/errors">Errors</a>
        </li>
        <li>
          <code>HEAD</code> works wherever <code>GET</code> does. Every <code>GET</code> response has an{' '}
          <code>ETag</code>; with <code>If-None-Match</code>, unchanged data returns <code>304</code>.
        </li>
        <li>
          Later versions only add to this one: accept new members, parameters and sources. A removal is
          announced at least 180 days before, with <code>Deprecation</code> and <code>Sunset</code> headers.
        </li>
      </ul>
      {api.groups.map(({ name, description, endpoints }) => (
        <section key={name} class="stack">
          <h2 id={name.toLowerCase()}>{name}</h2>
          <p>{description}</p>
          <ul class="endpoints">
            {endpoints.map(endpoint => (
              <li key={endpoint.operationId}>
                <a class="endpoint" href={addressOf(endpoint)}>
                  <span class="verb">{endpoint.method}</span>
                  <code>{endpoint.path}</code>
                  <span class="muted small">{endpoint.summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

export function EndpointPage({ endpoint, ...info }: DeploymentInfo & { endpoint: Endpoint }) {
  return (
    <>
      <EndpointLine endpoint={endpoint} />
      {endpoint.description && <p>{endpoint.description}</p>}
      <EndpointDetails endpoint={endpoint} info={info} level={2} />
    </>
  )
}

/** Stays in view next to the text. */
export function EndpointSide({ endpoint, apiUrl, examples }: DeploymentInfo & { endpoint: Endpoint }) {
  const t = useMessages('docs')
  const { operationId, summary, parameters = [], responses } = endpoint
  const values = Object.fromEntries(parameters.map(each => [each.name, exampleValue(each, examples)]))
  const returned = jsonSchemaOf(responses['200']) ?? {}
  const isFoodOfPath =
    refName(returned) === 'Food' && parameters.some(({ in: location }) => location === 'path')
  const example = isFoodOfPath ? examples.food : jsonExampleOf(responses['200'])
  return (
    <>
      <CodeTabs
        id={operationId}
        name={summary}
        tabs={requestSamples(apiUrl + requestPath(endpoint, values))}
      />
      {example !== undefined && (
        <Code
          name={isFoodOfPath ? '200 OK' : `200 OK · ${t.exampleResponse}`}
          language="json"
          isOutput
          text={JSON.stringify(example, null, 2)}
        />
      )}
      <p>
        <a class="btn btn-block" href={`/docs/playground?endpoint=${operationId}`}>
          <Icon name="play" small />
          {t.tryIt}
        </a>
      </p>
    </>
  )
}

export function GroupPage({ name, ...info }: DeploymentInfo & { name: string }) {
  const group = info.api.groups.find(each => each.name === name)
  return (
    <>
      {group?.endpoints.map(endpoint => (
        <section key={endpoint.operationId} class="stack">
          <h2 id={endpoint.operationId}>{endpoint.summary}</h2>
          <EndpointLine endpoint={endpoint} />
          {endpoint.description && <p>{endpoint.description}</p>}
          {endpoint.operationId !== 'handleStripeWebhook' && (
            <Code
              name={`${endpoint.summary}: request`}
              language="shell"
              text={exampleRequest(endpoint, info)}
            />
          )}
          <EndpointDetails endpoint={endpoint} info={info} level={3} />
        </section>
      ))}
    </>
  )
}

export function Schemas({ api }: DeploymentInfo) {
  return (
    <>
      <p>
        All members listed here are present in every response, and later versions may add others. A type that
        ends in “or null” is <code>null</code> when the value is unknown.
      </p>
      {Object.entries(api.schemas).map(([name, schema]) => {
        const example = schema.examples?.[0]
        return (
          <section key={name} class="stack">
            <h2 id={`schema-${name}`}>{name}</h2>
            {schema.description && <p>{schema.description}</p>}
            <PropertiesTable schema={schema} name={name} />
            {example !== undefined && (
              <details class="disclose">
                <summary>
                  <Icon name="chevron-right" small />
                  Example of {name}
                </summary>
                <Code name={name} language="json" text={JSON.stringify(example, null, 2)} isOutput />
              </details>
            )}
          </section>
        )
      })}
    </>
  )
}

function EndpointLine({ endpoint: { method, path } }: { endpoint: Endpoint }) {
  return (
    <p class="endpoint">
      <span class="verb">{method}</span>
      <code>{path}</code>
    </p>
  )
}

interface EndpointDetailsProps {
  endpoint: Endpoint
  info: DeploymentInfo
  level: 2 | 3
}

function EndpointDetails({ endpoint, info, level }: EndpointDetailsProps) {
  const { parameters = [], requestBody, operationId, responses } = endpoint
  const body = jsonSchemaOf(requestBody)
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const returned = jsonSchemaOf(success)
  const titled = (id: string, text: string): VNode =>
    level === 2 ? <h2 id={id}>{text}</h2> : <h3 id={`${operationId}-${id}`}>{text}</h3>
  return (
    <>
      {parameters.length > 0 && (
        <>
          {titled('parameters', 'Parameters')}
          <ul class="params">
            {parameters.map(parameter => (
              <ParameterItem key={parameter.name} parameter={parameter} />
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          {titled('body', 'Request body')}
          <PropertiesTable schema={body} name={`Request body of ${operationId}`} isRequest />
        </>
      )}
      {level === 2 && <h2 id="limits">Authentication and limits</h2>}
      {(level === 2 || !needsAccountKey(endpoint)) && <p>{authentication(endpoint, info)}</p>}
      {titled('returns', 'Returns')}
      <p>{returned ? <Returned schema={returned} api={info.api} /> : 'No body.'}</p>
      {level === 2 ? (
        <ResponsesTable endpoint={endpoint} />
      ) : (
        <details class="disclose">
          <summary>
            <Icon name="chevron-right" small />
            Status codes<span class="sr">: {endpoint.summary}</span>
          </summary>
          <ResponsesTable endpoint={endpoint} />
        </details>
      )}
      {level === 2 && (
        <p>
          <a href="/docs/errors">What to do about errors</a>
        </p>
      )}
    </>
  )
}

function ResponsesTable({ endpoint: { operationId, responses } }: { endpoint: Endpoint }) {
  return (
    <div class="table-wrap" tabindex={0}>
      <table class="table">
        <caption class="sr">Responses of {operationId}</caption>
        <TableHead columns={['Status', 'Meaning']} />
        <tbody>
          {Object.entries(responses).map(([status, response]) => (
            <tr key={status}>
              <th scope="row">
                <StatusBadge status={status} />
              </th>
              <td>{response.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Returned({ schema, api }: { schema: Schema; api: ApiDescription }) {
  const item = schema.items ?? schema
  const name = refName(item)
  const count = Object.keys((name ? api.schemas[name] : item)?.properties ?? {}).length
  // An object may be open, without listed fields.
  const fields = count === 0 ? '' : ` with ${count} ${count === 1 ? 'field' : 'fields'}`
  if (name === undefined) return <>An object{fields}.</>
  return schema.items ? (
    <>
      A list of <SchemaType schema={item} /> objects{fields}
      {fields && ' each'}.
    </>
  ) : (
    <>
      {/^[AEIO]/.test(name) ? 'An' : 'A'} <SchemaType schema={item} /> object{fields}.
    </>
  )
}

function ParameterItem({ parameter }: { parameter: Parameter }) {
  const { name, required, schema, description, in: location } = parameter
  return (
    <li>
      <p class="cluster">
        <code>
          <b>{name}</b>
        </code>
        <span class="muted small">
          {location}, <SchemaType schema={schema.enum ? { type: 'string' } : schema} />
        </span>
        {required && <span class="badge badge-line">required</span>}
      </p>
      <p class="muted">{withConstraints(description, schema)}</p>
      {schema.enum && (
        <p class="cluster">
          {schema.enum.map(value => (
            <code key={value}>{value}</code>
          ))}
        </p>
      )}
    </li>
  )
}

function authentication(endpoint: Endpoint, { freeLimits }: DeploymentInfo) {
  const { security, operationId } = endpoint
  if (operationId === 'handleStripeWebhook') return 'Requires a signature from the payment provider.'
  if (security.length === 0) return 'No API key needed. Requests are not limited.'
  if (needsAccountKey(endpoint))
    return (
      <>
        Send the account key as <code>Authorization: Bearer KEY</code>.
      </>
    )
  return (
    <>
      Send <code>Authorization: Bearer KEY</code> to use the limit of your plan. Without a key, the limit is{' '}
      {freeLimits.anonymousPerMinute} requests per minute per IP address.{' '}
      <a href="/docs/limits">Rate limits</a>
    </>
  )
}

const needsAccountKey = ({ security }: Endpoint): boolean =>
  security.length > 0 && security.every(scheme => Object.keys(scheme).length > 0)

function exampleRequest(endpoint: Endpoint, { apiUrl, examples }: DeploymentInfo): string {
  const { method, parameters = [], requestBody } = endpoint
  const values = Object.fromEntries(
    parameters.filter(({ required }) => required).map(each => [each.name, exampleValue(each, examples)]),
  )
  return curlCommand(apiUrl, requestPath(endpoint, values), {
    method,
    needsKey: needsAccountKey(endpoint),
    body: exampleBody(requestBody),
  })
}

/** The example of the description, or one with one required property, or the first if none is required. */
function exampleBody(requestBody: Endpoint['requestBody']): string | undefined {
  const given = jsonExampleOf(requestBody)
  if (given !== undefined) return JSON.stringify(given)
  const schema = jsonSchemaOf(requestBody)
  const properties = Object.entries(schema?.properties ?? {})
  const [name, value] =
    properties.find(([property]) => schema?.required?.includes(property)) ?? properties[0] ?? []
  if (name === undefined || value === undefined) return undefined
  const example = value.enum?.[0] ?? (value.type === 'integer' ? 3600 : name === 'name' ? 'ci' : '123456')
  return JSON.stringify({ [name]: example })
}
