// A form for each public endpoint. The client script sends the request and shows the response; without JavaScript the
// page shows the curl command.
import { Code } from '../components/code.tsx'
import type { DeploymentInfo } from './deployment-info.ts'
import { curlCommand, type Endpoint, type Parameter, requestPath } from './openapi.ts'

export interface Selection {
  endpoint: Endpoint
  values: Record<string, string>
}

const maxValueLength = 200

/** Reads endpoint and parameters from the query; unknown or missing values default to examples. */
export function readSelection(publicEndpoints: Endpoint[], query: Record<string, unknown>): Selection {
  const requested = publicEndpoints.find(({ operationId }) => operationId === query['endpoint'])
  const endpoint = requested ?? publicEndpoints[0]
  if (!endpoint) throw new Error('openapi.json has no public endpoint')
  return { endpoint, values: valuesOf(endpoint, query) }
}

function valuesOf(endpoint: Endpoint, query: Record<string, unknown>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const parameter of endpoint.parameters ?? []) {
    const value = query[parameter.name]
    values[parameter.name] = typeof value === 'string' ? value.slice(0, maxValueLength) : exampleOf(parameter)
  }
  return values
}

function exampleOf({ example }: Parameter): string {
  return example === undefined ? '' : String(example)
}

export function Playground({
  apiUrl,
  api: { publicEndpoints },
  selection,
}: DeploymentInfo & { selection: Selection }) {
  const path = requestPath(selection.endpoint, selection.values)
  return (
    <div class="playground" data-api={apiUrl}>
      <fieldset class="requests">
        <legend>Endpoint</legend>
        {publicEndpoints.map(({ operationId, summary, path: pattern }) => (
          <label key={operationId}>
            <input
              type="radio"
              name="request"
              value={operationId}
              checked={operationId === selection.endpoint.operationId}
            />
            <span class="option">
              {summary} <code>{pattern}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="field key" hidden>
        <label for="playground-key">
          API key <span class="optional">(optional)</span>
        </label>
        <p class="hint" id="playground-key-hint">
          Only sent to the API and never stored.
        </p>
        <input
          id="playground-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="larder_read_…"
          aria-describedby="playground-key-hint"
        />
      </div>
      {publicEndpoints.map(endpoint => (
        <RequestForm
          key={endpoint.operationId}
          endpoint={endpoint}
          selected={endpoint === selection.endpoint ? selection.values : undefined}
        />
      ))}
      <section class="response" aria-labelledby="response-title" hidden>
        <h2 id="response-title">Response</h2>
        <p class="response-status" role="status" />
        <div class="response-limit" />
        <details>
          <summary>Headers visible to scripts</summary>
          <dl class="response-headers" />
        </details>
        <pre class="response-body" tabindex={0} />
      </section>
      <h2 id="command">Request</h2>
      <Code name="curl command" text={curlCommand(apiUrl, path, { method: 'GET', needsKey: false })} />
      <p class="open">
        <a href={apiUrl + path} target="_blank" rel="noreferrer">
          Open in a new tab
        </a>
      </p>
    </div>
  )
}

function RequestForm({
  endpoint,
  selected,
}: {
  endpoint: Endpoint
  selected: Record<string, string> | undefined
}) {
  const { operationId, summary, description, path, parameters = [] } = endpoint
  const values = selected ?? valuesOf(endpoint, {})
  return (
    <form
      class="request-form"
      method="get"
      action="/docs/playground"
      aria-label={summary}
      data-endpoint={operationId}
      data-path={path}
    >
      <input type="hidden" name="endpoint" value={operationId} />
      {description && <p class="quiet">{description}</p>}
      <div class="request-fields">
        {parameters.map(parameter => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            id={`${operationId}-${parameter.name}`}
            value={values[parameter.name] ?? ''}
          />
        ))}
      </div>
      <button type="submit">Show request</button>
    </form>
  )
}

function ParameterField({ parameter, id, value }: { parameter: Parameter; id: string; value: string }) {
  const { name, in: location, required, description, schema } = parameter
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
  const common = { id, name, 'aria-describedby': `${id}-hint`, 'data-in': location }
  return (
    <div class="field">
      <label for={id}>
        {name}
        {!required && <span class="optional"> (optional)</span>}
      </label>
      <p class="hint" id={`${id}-hint`}>
        {description}
      </p>
      {choices ? (
        <select {...common}>
          <option value="">not set</option>
          {choices.map(choice => (
            <option key={choice} value={choice} selected={choice === value}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          value={value}
          required={required}
          maxlength={maxValueLength}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          inputmode={schema.type === 'integer' ? 'numeric' : 'text'}
          placeholder={schema.default === undefined ? '' : String(schema.default)}
        />
      )}
    </div>
  )
}
