import type { Food } from '../../food/food.ts'

/** The food as the API gives it, and the request that gives it. */
export function ApiSnippet({ food, apiUrl }: { food: Food; apiUrl: string }) {
  return (
    <section aria-labelledby="programs-title">
      <h2 id="programs-title">For programs</h2>
      <p>
        The API gives you this food with one request, without a key. The numbers are per 100 g, and{' '}
        <code>null</code> is unknown. <a href="/docs">How to begin</a>
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
        <summary>Show the answer as JSON</summary>
        <pre class="json" tabindex={0}>
          <code>{JSON.stringify(food, null, 2)}</code>
        </pre>
      </details>
    </section>
  )
}
