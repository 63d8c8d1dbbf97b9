// A form for each public endpoint. The client script sends the request and shows the response; without JavaScript the
// page shows the curl command.
import { Code } from '../components/code.tsx'
import { Icon } from '../components/icon.tsx'
import { useMessages } from '../i18n/messages.ts'
import type { DeploymentInfo } from './deployment-info.ts'
import { type Examples, exampleValue } from './examples.ts'
import { curlCommand, type Endpoint, type Parameter, requestPath } from './openapi.ts'

export interface Selection {
  endpoint: Endpoint
  values: Record<string, string>
}

const maxValueLength = 200

/** Reads endpoint and parameters from the query; unknown or missing values default to examples. */
export function readSelection(
  publicEndpoints: Endpoint[],
  query: Record<string, unknown>,
  examples: Examples,
): Selection {
  const requested = publicEndpoints.find(({ operationId }) => operationId === query['endpoint'])
  const endpoint = requested ?? publicEndpoints[0]
  if (!endpoint) throw new Error('openapi.json has no public endpoint')
  return { endpoint, values: valuesOf(endpoint, query, examples) }
}

function valuesOf(
  endpoint: Endpoint,
  query: Record<string, unknown>,
  examples: Examples,
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const parameter of endpoint.parameters ?? []) {
    const value = query[parameter.name]
    values[parameter.name] =
      typeof value === 'string' ? value.slice(0, maxValueLength) : exampleValue(parameter, examples)
  }
  return values
}

export function Playground({ selection, ...info }: DeploymentInfo & { selection: Selection }) {
  const t = useMessages('docs')
  const { apiUrl } = info
  const { publicEndpoints } = info.api
  const path = requestPath(selection.endpoint, selection.values)
  return (
    <div
      class="playground stack-l"
      data-api={apiUrl}
      data-send={t.send}
      data-timed-out={t.timedOut({ seconds: '{seconds}' })}
      data-invalid-key={t.invalidKey}
      data-unreachable={t.unreachable({ url: '{url}' })}
      data-retry-in={t.retryIn({ seconds: '{seconds}' })}
      data-quota-hint={t.quotaHint}
      data-requests-left={t.requestsLeft}
      data-quota={t.quota({ remaining: '{remaining}', limit: '{limit}', time: '{time}' })}
    >
      <fieldset class="fieldset">
        <legend>{t.endpoint}</legend>
        <div class="requests">
          {publicEndpoints.map(({ operationId, summary, path: pattern }) => (
            <label class="choice" key={operationId}>
              <input
                type="radio"
                name="request"
                value={operationId}
                checked={operationId === selection.endpoint.operationId}
              />
              <span lang="en">
                <b>{summary}</b>
                <code>{pattern}</code>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class="field key" hidden>
        <label for="playground-key">
          {t.apiKey} <span class="optional">({t.optional})</span>
        </label>
        <input
          class="input"
          id="playground-key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="larder_read_…"
          aria-describedby="playground-key-hint"
        />
        <p class="hint" id="playground-key-hint">
          {t.keyHint}
        </p>
      </div>
      {publicEndpoints.map(endpoint => (
        <RequestForm
          key={endpoint.operationId}
          endpoint={endpoint}
          values={endpoint === selection.endpoint ? selection.values : valuesOf(endpoint, {}, info.examples)}
        />
      ))}
      <section class="response stack" aria-labelledby="response-title" hidden>
        <h2 id="response-title">{t.response}</h2>
        <p class="response-status badge" role="status" />
        <div class="response-limit" />
        <div class="code">
          <pre class="response-body" tabindex={0} />
        </div>
        <details class="disclose">
          <summary>
            <Icon name="chevron-right" small />
            {t.headers}
          </summary>
          <dl class="response-headers facts" />
        </details>
      </section>
      <section class="stack">
        <h2 id="request">{t.request}</h2>
        <Code
          name={t.curlCommand}
          language="shell"
          text={curlCommand(apiUrl, path, { method: 'GET', needsKey: false })}
        />
        <p class="open">
          <a href={apiUrl + path} target="_blank" rel="noreferrer">
            {t.openInNewTab}
          </a>
        </p>
      </section>
    </div>
  )
}

function RequestForm({ endpoint, values }: { endpoint: Endpoint; values: Record<string, string> }) {
  const t = useMessages('docs')
  const { operationId, summary, description, path, parameters = [] } = endpoint
  return (
    <form
      class="request-form stack"
      method="get"
      action="/docs/playground"
      aria-label={summary}
      data-endpoint={operationId}
      data-path={path}
    >
      <input type="hidden" name="endpoint" value={operationId} />
      {description && (
        <p class="muted" lang="en">
          {description}
        </p>
      )}
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
      <button type="submit" class="btn btn-primary">
        {t.showRequest}
      </button>
    </form>
  )
}

function ParameterField({ parameter, id, value }: { parameter: Parameter; id: string; value: string }) {
  const t = useMessages('docs')
  const { name, in: location, required, description, schema } = parameter
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
  const common = { id, name, 'aria-describedby': `${id}-hint`, 'data-in': location }
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
        {!required && <span class="optional"> ({t.optional})</span>}
      </label>
      {choices ? (
        <span class="select-wrap">
          <select class="select" {...common}>
            <option value="">{t.notSet}</option>
            {choices.map(choice => (
              <option key={choice} value={choice} selected={choice === value}>
                {choice}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" small />
        </span>
      ) : (
        <input
          class="input"
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
      <p class="hint" id={`${id}-hint`} lang="en">
        {description}
      </p>
    </div>
  )
}
