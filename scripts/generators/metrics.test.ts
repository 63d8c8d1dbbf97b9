// The dashboard and the alerts query only existing metrics.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { listMetrics } from './metrics.ts'

interface AlertRule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string }
}

interface Panel {
  targets?: { expr: string }[]
}

const page = readFileSync('docs/how-to/monitor.md', 'utf8')
const [, rulesFile = ''] = page.match(/^```yaml\n(groups:\n.*?)^```$/ms) ?? []
const alerts: AlertRule[] = parse(rulesFile).groups.flatMap((group: { rules: AlertRule[] }) => group.rules)
const { panels }: { panels: Panel[] } = JSON.parse(readFileSync('deploy/grafana/larder.json', 'utf8'))

const labelsByMetric = new Map(listMetrics().map(({ name, labelNames }) => [name, labelNames]))
const labelsOfAll = ['job', 'instance', 'le']

/** What a query names although no node exports it: metrics, and labels as `metric{label}`. */
function unknownNames(query: string): string[] {
  return [...query.matchAll(/\b((?:larder|nodejs|process)_\w+)(?:\{(.*?)\})?/g)].flatMap(
    ([, series = '', selector = '']) => {
      const metric = series.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds')
      const known = labelsByMetric.get(metric)
      if (known === undefined) return [metric]
      const labels = [...selector.matchAll(/(\w+)(?:=~?|![=~])"/g)].map(([, label = '']) => label)
      return labels
        .filter(label => ![...known, ...labelsOfAll].includes(label))
        .map(label => `${metric}{${label}}`)
    },
  )
}

it('the dashboard queries only existing metrics and labels', () => {
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(queries.length).toBeGreaterThan(30)
  expect(queries.flatMap(unknownNames)).toEqual([])
  expect(unknownNames('larder_no_such_total + larder_build_info{colour="red",version=~"a=b"}')).toEqual([
    'larder_no_such_total',
    'larder_build_info{colour}',
  ])
})

it('the alerts query only existing metrics and labels, and each is explained', () => {
  expect(alerts.flatMap(({ expr }) => unknownNames(expr))).toEqual([])
  expect(alerts.map(({ labels }) => labels.severity)).toEqual(
    alerts.map(() => expect.stringMatching(/^(page|ticket)$/)),
  )
  const explained = [...page.matchAll(/^\| `(Larder\w+)` \|/gm)].map(([, name]) => name)
  expect(explained).toEqual(alerts.map(({ alert }) => alert))
})
