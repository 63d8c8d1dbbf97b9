import { TableHead } from '../../components/table-head.tsx'
import { GuideCode } from '../code-samples.tsx'
import type { DeploymentInfo } from '../deployment-info.ts'

const tools: [string, string][] = [
  ['search_foods', 'foods by name or brand'],
  ['get_food', 'one food by its id or barcode, with vitamins, minerals, allergens, ingredients and portions'],
  [
    'total_meal',
    'the nutrients of an amount of a food, or of a meal in words: “2 boiled eggs and a slice of rye bread”',
  ],
  ['compare_foods', 'two to five foods side by side'],
]

export function Assistants({ apiUrl, requestsPerMinute }: DeploymentInfo) {
  return (
    <>
      <p>
        Language models guess nutrition facts. With the server <code>@larder/mcp</code>, an assistant that
        speaks the Model Context Protocol (MCP) looks them up instead: each answer states the food it used,
        its source and how reliable the values are. The server is read-only, and you run it next to the
        assistant.
      </p>
      <h2 id="desktop">Desktop assistants and editors</h2>
      <p>
        Programs that start MCP servers themselves read a configuration like this one. It needs Node.js 20 or
        later. To use an API key, add <code>LARDER_API_KEY</code> to <code>env</code>.
      </p>
      <GuideCode file="assistant/mcp.json" title="Configuration of an assistant" apiUrl={apiUrl} />
      <p>Then ask: “How much protein is in two scrambled eggs with a slice of toast?”</p>
      <h2 id="tools">Tools</h2>
      <div class="table-wrap" tabindex={0}>
        <table class="table">
          <TableHead columns={['Tool', 'Returns']} />
          <tbody>
            {tools.map(([name, result]) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{result}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul>
        <li>
          Amounts can be in household units: pieces, slices, cups, spoons, cans. The answer says how many
          grams were assumed, and why.
        </li>
        <li>
          An unknown nutrient is <code>null</code>, and a sum says what is known of it. A food without usable
          values is never suggested.
        </li>
        <li>
          Answers are structured data with a schema, followed by the same content as text. They include{' '}
          <a href="/docs/attribution">the credit</a> to show.
        </li>
      </ul>
      <h2 id="own">Connect your own agent</h2>
      <p>
        To serve several clients, run <code>larder-mcp --http 8091</code> with <code>LARDER_API_URL</code> set
        to <code>{apiUrl}</code>, and connect over streamable HTTP. Most agent frameworks do this for you;
        with the official client it looks like this:
      </p>
      <GuideCode file="assistant/total-meal.ts" title="Ask about a meal" apiUrl={apiUrl} />
      <h2 id="limits">Limits</h2>
      <p>
        A meal in words takes one request, and one more for each food if vitamins or minerals are asked for.
        Without a plan, {requestsPerMinute.starter} requests per minute are allowed (
        <a href="/docs/limits">Rate limits</a>). When they are used up, the assistant receives an error that
        says how long to wait.
      </p>
    </>
  )
}
