// Dashboard and alert rules query only existing metrics.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ask } from '../../../lab/clients/http.ts'
import { metricsIn, panels } from '../../../scripts/dashboard/panels.ts'
import { withDemoService } from '../../support/demo-service.ts'

const folder = 'deploy/prometheus'
const promtool = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: folder })

interface RecordingRule {
  record: string
  expr: string
}

interface AlertRule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; description: string; runbook: string }
}

type Rule = AlertRule | RecordingRule

const rules: Rule[] = parse(readFileSync(`${folder}/alerts.yml`, 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
)
const alerts = rules.filter(rule => 'alert' in rule)
const selectorsIn = (text: string) => [...text.matchAll(/(larder_\w+)\{([^}]+)\}/g)]

describe('alerts', () => {
  it('are valid for promtool, as is the example configuration', async () => {
    expect((await promtool('check', 'rules', 'alerts.yml')).stdout).toContain(`${rules.length} rules found`)
    expect((await promtool('check', 'config', 'prometheus.yml')).stdout).toContain('valid prometheus config')
  })
  it('have a test that fires and one that does not', async () => {
    const { tests } = parse(readFileSync(`${folder}/alerts.test.yml`, 'utf8'))
    expect(tests.map(({ name }: { name: string }) => name)).toEqual(
      alerts.flatMap(({ alert }) => [`${alert} fires`, `${alert} is silent`]),
    )
    await promtool('test', 'rules', 'alerts.test.yml')
  })
  it.each(alerts)('$alert has a summary, a description and a runbook', ({ alert, labels, annotations }) => {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
    expect(annotations.description).not.toBe('')
    expect(annotations.runbook).toBe(`docs/reference/alerts.md#${alert.toLowerCase()}`)
    expect(readFileSync('docs/reference/alerts.md', 'utf8')).toContain(`\n## ${alert}\n`)
  })
  it('are all documented, in order', () => {
    const explained = readFileSync('docs/reference/alerts.md', 'utf8').matchAll(/^## (Larder\w+)$/gm)
    expect([...explained].map(([, alert]) => alert)).toEqual(alerts.map(({ alert }) => alert))
  })
  it('measure the service levels as documented', () => {
    const documented = selectorsIn(readFileSync('docs/reference/service-levels.md', 'utf8')).map(
      ([text]) => text,
    )
    const recorded = rules.filter(rule => 'record' in rule).flatMap(({ expr }) => selectorsIn(expr))
    expect(new Set(documented)).toEqual(new Set(recorded.map(([text]) => text)))
  })
})

describe('a node that has served requests', () => {
  const demo = withDemoService()

  it('exports every metric that alerts and panels query', async () => {
    await Promise.all([demo.ask('/food/1'), demo.ask('/search?q=milk'), ask(demo.service.websiteUrl, '/')])
    const text = await (await fetch(demo.service.metricsUrl)).text()
    const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const queries = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(panel => panel.queries.map(each => each.query)),
    ]
    const names = new Set(queries.flatMap(metricsIn))
    expect(names.size).toBeGreaterThan(15)
    expect([...names].filter(name => !exported.has(name))).toEqual([])
  })
  it('exports every label that they filter by', async () => {
    await demo.stores.sql(
      'insert into backup_repositories (repository, is_encrypted, full_at) values (1, true, now())',
    )
    const readMetrics = async () => (await fetch(demo.service.metricsUrl)).text()
    await expect.poll(readMetrics).toContain('larder_backup_timestamp_seconds{')
    const text = await readMetrics()
    const queries = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(panel => panel.queries.map(each => each.query)),
    ]
    const selectors = queries.flatMap(selectorsIn)
    expect(selectors.length).toBeGreaterThan(10)
    for (const [, name = '', filter = ''] of selectors) {
      const line = text.split('\n').find(each => each.startsWith(`${name}{`))
      for (const [, label] of filter.matchAll(/(\w+)=/g))
        expect(line, `${name} by ${label}`).toContain(`${label}="`)
    }
  })
  it('has every route whose service level is measured', async () => {
    const parameters: Record<string, string> = { ':food_id': '1', ':code': '4008400402222', ':food': '1' }
    const patterns = rules.flatMap(({ expr }) => [...expr.matchAll(/server="(\w+)",route=~?"([^"]+)"/g)])
    const routesOf = (server: string) =>
      new Set(patterns.flatMap(([, of, pattern = '']) => (of === server ? pattern.split('|') : [])))
    for (const [server, url] of [
      ['api', demo.service.apiUrl],
      ['website', demo.service.websiteUrl],
    ] as const) {
      const routes = [...routesOf(server)]
      expect(routes.length).toBeGreaterThan(4)
      await Promise.all(
        routes.map(route =>
          ask(
            url,
            route.replace(/:\w+/, name => parameters[name] ?? ''),
          ),
        ),
      )
      const text = await (await fetch(demo.service.metricsUrl)).text()
      expect(routes.filter(route => !text.includes(`server="${server}",route="${route}",`))).toEqual([])
    }
  })
})
