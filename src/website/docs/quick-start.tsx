import { Code } from '../components/code.tsx'
import { CodeTabs } from '../components/code-tabs.tsx'
import { Icon } from '../components/icon.tsx'
import { requestSamples } from '../components/request-samples.ts'
import { useProse } from './article.ts'
import { CodeSamples, QuickStartSamples } from './code-samples.tsx'
import type { DeploymentInfo } from './deployment-info.ts'
import { keyVariable, OwnKey } from './guides/own-key.tsx'
import { prose } from './quick-start-prose.tsx'

export function QuickStart({ apiUrl, requestsPerMinute, examples }: DeploymentInfo) {
  const { firstRequest, response, search, clients, key, credit } = useProse(prose)
  const { food, barcode, query } = examples
  const searchUrl = `${apiUrl}/search?${new URLSearchParams({ q: query, limit: '5' })}`
  return (
    <>
      <h2 id="first-request">{firstRequest.title}</h2>
      <p>{firstRequest.text(examples)}</p>
      <CodeTabs
        id="first"
        name={firstRequest.sample}
        tabs={requestSamples(`${apiUrl}/barcode/${encodeURIComponent(barcode)}`)}
      />
      <p>{firstRequest.result}</p>
      <Code name="200 OK · application/json" language="json" isOutput text={JSON.stringify(food, null, 2)} />
      <p>{firstRequest.playground}</p>
      <h2 id="response">{response.title}</h2>
      <ul>
        <li>{response.per100g}</li>
        <li>{response.unknown}</li>
        <li>{response.confidence}</li>
        <li>{response.ids}</li>
      </ul>
      <h2 id="search">{search.title}</h2>
      <p>{search.text}</p>
      <CodeSamples task="search" title={search.sample} apiUrl={apiUrl} examples={examples} />
      <p>
        <a href="/docs/search-foods">{search.more}</a>
      </p>
      <h2 id="clients">{clients.title}</h2>
      <p>{clients.text}</p>
      <QuickStartSamples title={clients.sample} apiUrl={apiUrl} />
      <h2 id="key">{key.title}</h2>
      <p>{key.text}</p>
      <Code
        name={key.sample}
        language="shell"
        text={`curl -H "Authorization: Bearer ${keyVariable}" \\\n  '${searchUrl}'`}
      />
      <OwnKey />
      <div class="note">
        <Icon name="info" />
        <p>{key.safety}</p>
      </div>
      <p>{key.limits(requestsPerMinute)}</p>
      <h2 id="credit">{credit.title}</h2>
      <p>{credit.text}</p>
    </>
  )
}
