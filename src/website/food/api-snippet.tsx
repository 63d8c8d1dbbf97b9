import type { ApiFood } from '../../food/source-names.ts'

/** The API request for the food and its response. */
export function ApiSnippet({ food, apiUrl }: { food: ApiFood; apiUrl: string }) {
  return (
    <section aria-labelledby="api-title">
      <h2 id="api-title">API request</h2>
      <p>
        Get this food from the API; no API key needed. Values are per 100 g, and <code>null</code> means
        unknown. <a href="/docs">Quick start</a>
      </p>
      <div class="copyable">
        <pre tabindex={0}>
          <code id="request">{`curl ${apiUrl}/food/${food.id}`}</code>
        </pre>
        <button type="button" class="quiet" data-copy="request" hidden>
          Copy
        </button>
      </div>
      <details>
        <summary>Show JSON response</summary>
        <pre class="json" tabindex={0}>
          <code>{JSON.stringify(food, null, 2)}</code>
        </pre>
      </details>
    </section>
  )
}
