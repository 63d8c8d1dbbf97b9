// A form for each request that anybody may make. With script it is sent and its answer shown; without, the page shows
// the command to copy.
import { Code } from '../components/code.tsx'
import type { DeploymentInfo } from './deployment-info.ts'
import { curlCommand, type Endpoint, type Parameter, publicEndpoints, requestPath } from './openapi.ts'

export interface Choice {
  endpoint: Endpoint
  given: Record<string, string>
}

const maxValueLength = 200

/** What the address of the page asks for; what is unknown or missing is filled with examples. */
export function readChoice(query: Record<string, unknown>): Choice {
  const asked = publicEndpoints.find(({ operationId }) => operationId === query['endpoint'])
  const endpoint = asked ?? publicEndpoints[0]
  if (!endpoint) throw new Error('openapi.json has no request that anybody may make')
  const given: Record<string, string> = {}
  for (const parameter of endpoint.parameters ?? []) {
    const value = query[parameter.name]
    given[parameter.name] = typeof value === 'string' ? value.slice(0, maxValueLength) : exampleOf(parameter)
  }
  return { endpoint, given }
}

function exampleOf({ example }: Parameter): string {
  return example === undefined ? '' : String(example)
}

export function Playground({ apiUrl, choice }: DeploymentInfo & { choice: Choice }) {
  const path = requestPath(choice.endpoint, choice.given)
  return (
    <div class="playground" data-api={apiUrl}>
      <fieldset class="requests">
        <legend>Request</legend>
        {publicEndpoints.map(({ operationId, summary, path: pattern }) => (
          <label key={operationId}>
            <input
              type="radio"
              name="request"
              value={operationId}
              checked={operationId === choice.endpoint.operationId}
            />
            <span class="option">
              {summary} <code>{pattern}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="field key" hidden>
        <label for="playground-key">
          Key <span class="optional">(optional)</span>
        </label>
        <p class="hint" id="playground-key-hint">
          Kept on this page only as long as it is open. Never stored, and sent to the API alone.
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
          given={endpoint === choice.endpoint ? choice.given : undefined}
        />
      ))}
      <section class="answer" aria-labelledby="answer-title" hidden>
        <h2 id="answer-title">The answer</h2>
        <p class="answer-status" role="status" />
        <div class="answer-limit" />
        <details>
          <summary>Headers that a page may see</summary>
          <dl class="answer-headers" />
        </details>
        <pre class="answer-body" tabindex={0} />
      </section>
      <h2 id="command">The request</h2>
      <Code name="The command" text={curlCommand(apiUrl, path, { method: 'GET', needsKey: false })} />
      <p class="open">
        <a href={apiUrl + path} target="_blank" rel="noreferrer">
          Open it in a new tab
        </a>
      </p>
    </div>
  )
}

function RequestForm({ endpoint, given }: { endpoint: Endpoint; given: Record<string, string> | undefined }) {
  const { operationId, summary, description, path, parameters = [] } = endpoint
  const values = given ?? readChoice({ endpoint: operationId }).given
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
      <button type="submit">Show the request</button>
    </form>
  )
}

function ParameterField({ parameter, id, value }: { parameter: Parameter; id: string; value: string }) {
  const { name, in: where, required, description, schema } = parameter
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
  const common = { id, name, 'aria-describedby': `${id}-hint`, 'data-in': where }
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
          <option value="">not given</option>
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
