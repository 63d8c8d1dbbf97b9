// A temporary Prometheus for one run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../lab/servers/free-port.ts'
import type { Series } from './draw.ts'
import type { Panel } from './panels.ts'

const scrapeSeconds = 2
const windowSeconds = 10

export interface TemporaryPrometheus {
  read(panel: Panel, span: { from: number; to: number }): Promise<Series[]>
  stop(): Promise<void>
}

export async function startPrometheus(
  folder: string,
  targets: Record<string, string>,
): Promise<TemporaryPrometheus> {
  const config = join(folder, 'prometheus.yml')
  const jobs = Object.entries(targets).map(
    ([name, address]) => `      - targets: ['${address}']\n        labels: { instance: '${name}' }\n`,
  )
  writeFileSync(
    config,
    `global:\n  scrape_interval: ${scrapeSeconds}s\nscrape_configs:\n  - job_name: larder\n    static_configs:\n${jobs.join('')}`,
  )
  const address = `127.0.0.1:${await findFreePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  while (!(await isReady(`http://${address}/-/ready`))) await wait(100)
  return {
    async read(panel, span) {
      const results = await Promise.all(
        panel.queries.map(async ({ query, legend }) => {
          const parameters = new URLSearchParams({
            query: query.replaceAll('$window', `${windowSeconds}s`),
            start: String(span.from),
            end: String(span.to),
            step: String(scrapeSeconds),
          })
          const response = await fetch(`http://${address}/api/v1/query_range?${parameters}`)
          const { status, data, error } = (await response.json()) as RangeResponse
          if (status !== 'success') throw new Error(`${query}: ${error}`)
          return data.result.map(
            ({ metric, values }): Series => ({
              name: legend.replace(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
              points: values.map(([time, value]) => [time, Number(value)]),
            }),
          )
        }),
      )
      return results.flat()
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

interface RangeResponse {
  status: string
  error?: string
  data: { result: { metric: Record<string, string>; values: [number, string][] }[] }
}

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    response => response.ok,
    () => false,
  )
}
