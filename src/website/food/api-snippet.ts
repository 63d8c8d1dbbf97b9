import type { ApiFood } from '../../food/api-food.ts'
import { copyButton } from '../components/copy-button.ts'
import { iconMarkup } from '../components/icon.tsx'
import type { Locale } from '../i18n/locales.ts'
import { messages } from '../messages/compiled/index.ts'
import { type Markup, markup } from '../shell/markup.ts'

const chevron = iconMarkup('chevron-right', true)

const languages = [
  ['curl', 'curl'],
  ['js', 'JavaScript'],
  ['py', 'Python'],
  ['swift', 'Swift'],
  ['kt', 'Kotlin'],
] as const

const tabs = markup`${languages.map(
  ([id, name], index) =>
    markup`<label><input type="radio" name="api-language" value="${id}"${index === 0 && markup` checked=""`}/>${name}</label>`,
)}`

// The tag drops line breaks of the template.
const line = '\n'

type Language = (typeof languages)[number][0]

const requests: Record<Language, (url: string) => Markup> = {
  curl: url => markup`<span class="tk-w">curl</span> ${url}`,
  js: url =>
    markup`<span class="tk-w">const</span> response = <span class="tk-w">await</span> fetch(<span class="tk-s">"${url}"</span>)${line}<span class="tk-w">const</span> food = <span class="tk-w">await</span> response.json()`,
  py: url =>
    markup`<span class="tk-w">import</span> requests${line}${line}food = requests.get(<span class="tk-s">"${url}"</span>).json()`,
  swift: url =>
    markup`<span class="tk-w">let</span> url = URL(string: <span class="tk-s">"${url}"</span>)!${line}<span class="tk-w">let</span> (data, _) = <span class="tk-w">try await</span> URLSession.shared.data(from: url)${line}<span class="tk-w">let</span> food = <span class="tk-w">try</span> JSONDecoder().decode(Food.self, from: data)`,
  kt: url =>
    markup`<span class="tk-w">val</span> food: Food = HttpClient().get(<span class="tk-s">"${url}"</span>).body()`,
}
/** The API request for the food in five languages, and its response. */
export function apiSnippet(food: ApiFood, apiUrl: string, locale: Locale): Markup {
  const t = messages[locale].food
  const url = `${apiUrl}/food/${food.id}`
  return markup`
    <section class="stack no-print" id="api" aria-labelledby="api-title">
      <h2 id="api-title">${t.useApi}</h2>
      <p class="muted">${t.useApiText({ code: text => markup`<code>${text}</code>` })} <a href="/docs">${t.quickStart}</a></p>
      <div class="code">
        <div class="code-bar">
          <div class="code-tabs" role="radiogroup" aria-label="${t.requestLanguage}">${tabs}</div>
          ${copyButton(t.request, locale)}
        </div>
        ${languages.map(([id]) => markup`<pre data-lang="${id}" tabindex="0"><code>${requests[id](url)}</code></pre>`)}
      </div>
      <details class="disclose">
        <summary>${chevron}${t.showJson}</summary>
        <div class="code">
          <div class="code-bar"><span class="title">${t.response}</span>${copyButton(t.response, locale)}</div>
          <pre class="json" tabindex="0"><code>${JSON.stringify(food, null, 2)}</code></pre>
        </div>
      </details>
    </section>`
}
