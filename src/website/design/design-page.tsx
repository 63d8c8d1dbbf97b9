// Every component in all its states, for people who change the website. Not linked, not indexed and in English only.
import type { FastifyInstance } from 'fastify'
import type { ComponentChildren } from 'preact'
import { stylesheetPath } from '../shell/assets.tsx'
import { sendPublicPage } from '../shell/responses.tsx'
import { Badges, Buttons, Fields, Search } from './control-samples.tsx'
import { Lights, Stats, Tables } from './data-samples.tsx'
import { FoodSamples } from './food-samples.tsx'
import { Dialogs, EmptyStates, Notes } from './message-samples.tsx'
import { CodeBlocks, Navigation } from './navigation-samples.tsx'

export function addDesignPage(app: FastifyInstance): void {
  app.get('/design', { config: { isPublic: true, cachedBy: [] } }, (request, reply) =>
    sendPublicPage(request, reply, {
      title: 'Components',
      noIndex: true,
      head: (['foods', 'app'] as const).map(area => (
        <link key={area} rel="stylesheet" href={stylesheetPath(area)} />
      )),
      content: <Design />,
    }),
  )
}

function Design() {
  return (
    <div class="wrap stack-xl" lang="en">
      <header>
        <h1 class="h-xl">Components</h1>
        <p class="muted lead-s">Every part of the website on one page, in all its states.</p>
      </header>
      <Section title="Color">
        <Colors />
      </Section>
      <Section title="Type">
        <Type />
      </Section>
      <Section
        title="Buttons"
        rule="One primary button per view. Solid red only inside the dialog that confirms."
      >
        <Buttons />
      </Section>
      <Section title="Fields" rule="Label above, hint below; an error says how to fix it.">
        <Fields />
      </Section>
      <Section title="Segmented control, tabs, chips and badges">
        <Badges />
      </Section>
      <Section
        title="Search"
        rule="Suggestions open from the second letter on. Arrow keys move, Enter opens, Escape closes. Without script it is a plain form."
      >
        <Search />
      </Section>
      <Section title="Food rows and cards" rule="A value that is not stated is never a dash or 0.">
        <FoodSamples />
      </Section>
      <Section
        title="Traffic lights"
        rule="The word carries the meaning, the color repeats it. A value that is not stated has no marker."
      >
        <Lights />
      </Section>
      <Section title="Stat cards, quota and chart" rule="Amber from 80%, red at 100%.">
        <Stats />
      </Section>
      <Section title="Table with row menu" rule="On a phone, rows become blocks.">
        <Tables />
      </Section>
      <Section title="Dialog and toast">
        <Dialogs />
      </Section>
      <Section title="Notes">
        <Notes />
      </Section>
      <Section title="Empty state and skeleton">
        <EmptyStates />
      </Section>
      <Section title="Breadcrumb and pagination">
        <Navigation />
      </Section>
      <Section title="Code" rule="The copy button appears with JavaScript.">
        <CodeBlocks />
      </Section>
    </div>
  )
}

interface SectionProps {
  title: string
  /** When to use it. */
  rule?: string
  children: ComponentChildren
}

function Section({ title, rule, children }: SectionProps) {
  return (
    <section class="spec-sec">
      <h2>{title}</h2>
      {rule && <p class="muted small measure">{rule}</p>}
      <div class="stack">{children}</div>
    </section>
  )
}

const colors = [
  ...['ink', 'ink-2', 'ink-3', 'line', 'line-control', 'ground', 'surface', 'sunken'],
  ...['brand', 'brand-wash', 'partly', 'partly-wash', 'danger', 'danger-wash', 'estimate', 'estimate-wash'],
  ...['protein', 'carbs', 'fat', 'fiber', 'low', 'medium', 'high'],
]

function Colors() {
  return (
    <ul class="swatches">
      {colors.map(color => (
        <li key={color}>
          <svg class="swatch" aria-hidden="true">
            <rect width="100%" height="100%" fill={`var(--${color})`} />
          </svg>
          <code>--{color}</code>
        </li>
      ))}
    </ul>
  )
}

function Type() {
  return (
    <>
      <p class="ty-hero">Fraunces, home hero only</p>
      <p class="ty-1">28 Heading one, Instrument Sans 600</p>
      <h3>18 Heading three</h3>
      <p>
        16 Body text. Unknown values read <span class="unknown">not stated</span>, numbers line up:{' '}
        <span class="tnum">1,111.1 and 8,888.8</span>.
      </p>
      <p class="small muted">14 Secondary text and controls</p>
      <p class="tiny muted">12 Axis labels and footnotes</p>
      <p class="mono">JetBrains Mono for barcodes, code and keys: 3017620422003</p>
    </>
  )
}
