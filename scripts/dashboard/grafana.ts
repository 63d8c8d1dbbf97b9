import { type Panel, rows, type Unit } from './panels.ts'

const grafanaUnits: Record<Unit, string> = {
  'requests/s': 'reqps',
  'events/s': 'ops',
  s: 's',
  share: 'percentunit',
  count: 'short',
  cores: 'short',
  bytes: 'bytes',
}

const columns = 24
const height = 8
const maxPanelsPerLine = 4
const datasource = { type: 'prometheus', uid: '$datasource' }

/** The text of deploy/grafana/larder.json, as Grafana imports it. */
export function grafanaDashboard(): string {
  let id = 0
  let y = 0
  const panels: unknown[] = []
  for (const row of rows) {
    panels.push({
      id: ++id,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: columns, h: 1 },
      panels: [],
    })
    y++
    const perLine = Math.min(row.panels.length, maxPanelsPerLine)
    const width = columns / perLine
    for (const [index, panel] of row.panels.entries()) {
      const line = Math.floor(index / perLine)
      panels.push({
        id: ++id,
        gridPos: { x: (index % perLine) * width, y: y + line * height, w: width, h: height },
        ...toGrafanaPanel(panel),
      })
    }
    y += Math.ceil(row.panels.length / perLine) * height
  }
  const dashboard = {
    uid: 'larder',
    title: 'Larder',
    tags: ['larder'],
    editable: true,
    schemaVersion: 39,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: {
      list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
    },
    panels,
  }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

function toGrafanaPanel({ title, description, unit, queries, target }: Panel) {
  return {
    type: 'timeseries',
    title,
    description,
    datasource,
    fieldConfig: {
      defaults: {
        unit: grafanaUnits[unit],
        min: 0,
        custom: {
          lineWidth: 2,
          fillOpacity: 8,
          showPoints: 'never',
          thresholdsStyle: { mode: target === undefined ? 'off' : 'dashed' },
        },
        thresholds: {
          mode: 'absolute',
          steps: [
            { color: 'green', value: null },
            ...(target === undefined ? [] : [{ color: 'red', value: target }]),
          ],
        },
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: queries.map(({ query, legend }, index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource,
      expr: query.replaceAll('$window', '$__rate_interval'),
      legendFormat: legend,
    })),
  }
}
