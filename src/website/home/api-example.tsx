// The request for a food in three languages, and what the API answers.

import type { VNode } from 'preact'
import type { ApiFood } from '../../food/api-food.ts'
import { FoodSchema } from '../../food/food.ts'
import { CopyButton } from '../components/code.tsx'
import { Icon } from '../components/icon.tsx'
import { b, code } from '../components/rich-text.tsx'
import { useMessages } from '../i18n/messages.ts'
import { type Markup, markup, toNode } from '../shell/markup.ts'
import { apiPathOf } from './spec-card.tsx'

interface ApiExampleProps {
  food: ApiFood
  apiUrl: string
}

export function ApiExample({ food, apiUrl }: ApiExampleProps) {
  const t = useMessages('home')
  return (
    <section class="band">
      <div class="wrap split">
        <div class="stack">
          <h2 class="h-l">{t.sameData}</h2>
          <p class="muted">{t.sameDataText({ fields: Object.keys(FoodSchema.properties).length })}</p>
          <ul class="ticks">
            {[t.ticks[1]({ b }), t.ticks[2]({ b, code }), t.ticks[3]({ b })].map((tick, index) => (
              <li key={index}>
                <Icon name="check" />
                <span>{tick}</span>
              </li>
            ))}
          </ul>
          <p class="cluster">
            <a class="btn btn-primary" href="/docs">
              {t.quickStart}
            </a>
            <a class="btn" href="/docs/reference">
              {t.reference}
            </a>
          </p>
        </div>
        <div>
          <Request url={apiUrl + apiPathOf(food)} />
          <div class="code code-answer">
            <div class="code-bar">
              <span class="title">200 OK · application/json</span>
            </div>
            <pre tabindex={0}>
              <code>{responseOf(food)}</code>
            </pre>
          </div>
        </div>
      </div>
    </section>
  )
}

function Request({ url }: { url: string }) {
  const t = useMessages('home')
  const keyword = (text: string) => markup`<span class="tk-w">${text}</span>`
  const quoted = markup`<span class="tk-s">"${url}"</span>`
  // Line breaks in the templates would be dropped.
  const samples: [value: string, name: string, code: Markup][] = [
    ['curl', 'curl', markup`${keyword('curl')} ${url}`],
    [
      'js',
      'JavaScript',
      markup`${keyword('const')} response = ${keyword('await')} fetch(${quoted})${'\n'}${keyword('const')} food = ${keyword('await')} response.json()`,
    ],
    ['py', 'Python', markup`${keyword('import')} requests${'\n\n'}food = requests.get(${quoted}).json()`],
  ]
  return (
    <div class="code">
      <div class="code-bar">
        <div class="code-tabs" role="radiogroup" aria-label={t.codeLanguage}>
          {samples.map(([value, name], index) => (
            <label key={value}>
              <input type="radio" name="home-code" value={value} checked={index === 0} />
              {name}
            </label>
          ))}
        </div>
        <CopyButton name={t.exampleRequest} />
      </div>
      {samples.map(([value, , code]) => (
        <pre key={value} data-lang={value} tabindex={0}>
          <code>{toNode(code)}</code>
        </pre>
      ))}
    </div>
  )
}

/** Every other field follows the same pattern. */
const shownFields = [
  'id',
  'name',
  'brand',
  'calories_kcal',
  'protein_g',
  'carbs_g',
  'sugar_g',
  'fat_g',
  'fiber_g',
  'source',
  'confidence',
] as const satisfies (keyof ApiFood)[]

function responseOf(food: ApiFood): VNode {
  const lines = shownFields.map(
    field =>
      markup`${'\n  '}<span class="tk-k">"${field}"</span>: <span class="${tokenOf(food[field])}">${JSON.stringify(food[field])}</span>,`,
  )
  return toNode(markup`{${lines}${'\n  …\n}'}`)
}

function tokenOf(value: string | number | null): string {
  if (value === null) return 'tk-w'
  return typeof value === 'number' ? 'tk-n' : 'tk-s'
}
