// Writes the estimates of one run as lines of Larder's JSONL format, which the import pipeline checks, scores and stores like any other
// record. Nothing else writes estimates.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { Client } from 'pg'
import type { EstimateDetails, EstimatorName } from '../food/food-details.ts'
import { type EstimatedNutrient, estimatedNutrients } from './comparable-foods.ts'
import type { EstimatedValues } from './estimate-from-peers.ts'
import { isPlausibleEstimate } from './plausible-estimate.ts'
import { readTargets, type Target } from './targets.ts'

/** Why there is no estimate. */
export type Abstention = 'few-peers' | 'wide-range' | 'implausible'

export interface MadeEstimate {
  values: EstimatedValues
  inputs: EstimateDetails['inputs']
  peers: number
}

export type EstimateOutcome = MadeEstimate | { abstention: Abstention }

export interface Estimator {
  name: EstimatorName
  version: string
  estimate(target: Target): EstimateOutcome
}

export interface EstimateReport {
  estimator: EstimatorName
  version: string
  /** Products without values. */
  considered: number
  made: number
  /** Estimates of an earlier run that are still right. */
  kept: number
  /** Estimates of earlier runs that are removed: the estimator abstains now. */
  withdrawn: number
  abstained: Partial<Record<Abstention, number>>
}

export interface MakeOptions {
  /** Of estimates to make, the most popular products first. */
  limit: number
  file: string
  /** The day of the estimates, such as 2026-11-18. */
  madeAt: string
  onProgress: (considered: number) => void
}

export async function makeEstimates(
  client: Client,
  estimator: Estimator,
  { limit, file, madeAt, onProgress }: MakeOptions,
): Promise<EstimateReport> {
  const report: EstimateReport = {
    ...{ estimator: estimator.name, version: estimator.version },
    ...{ considered: 0, made: 0, kept: 0, withdrawn: 0, abstained: {} },
  }
  const output = createWriteStream(file)
  const write = async (line: object) => {
    if (!output.write(`${JSON.stringify(line)}\n`)) await once(output, 'drain')
  }
  const withdraw = async (source_id: string) => {
    report.withdrawn++
    await write({ source_id, obsolete: true, name: 'withdrawn' })
  }
  /** False when the limit is reached. */
  const handle = async (target: Target): Promise<boolean> => {
    if (report.made >= limit) return false
    onProgress(++report.considered)
    if (target.madeByVersion === estimator.version) {
      report.kept++
      return true
    }
    const checked = check(target, estimator.estimate(target))
    const source_id = `${estimator.name}:${target.key}`
    if ('abstention' in checked) {
      report.abstained[checked.abstention] = (report.abstained[checked.abstention] ?? 0) + 1
      if (target.isInCatalog) await withdraw(source_id)
      return true
    }
    report.made++
    await write(lineOf(source_id, target, estimator, checked, madeAt))
    return true
  }
  try {
    let isOver = false
    for await (const targets of readTargets(client, estimator.name)) {
      for (const target of targets) {
        isOver = !(await handle(target))
        if (isOver) break
      }
      if (isOver) break
    }
  } finally {
    output.end()
    await once(output, 'close')
  }
  return report
}

function check(target: Target, outcome: EstimateOutcome): EstimateOutcome {
  if ('abstention' in outcome) return outcome
  const values = Object.fromEntries(
    estimatedNutrients.map(nutrient => [nutrient, outcome.values[nutrient].value]),
  ) as Record<EstimatedNutrient, number>
  return isPlausibleEstimate(target.record, values) ? outcome : { abstention: 'implausible' }
}

function lineOf(
  source_id: string,
  { key, record }: Target,
  { name, version }: Estimator,
  { values, inputs, peers }: MadeEstimate,
  made_at: string,
): object {
  const { details, ...copied } = record
  const ranges = Object.fromEntries(
    estimatedNutrients.map(nutrient => [nutrient, [values[nutrient].low, values[nutrient].high]]),
  )
  const estimate = { estimator: name, version, made_at, inputs, peers, ranges, stands_in_for: key }
  return {
    source_id,
    stands_in_for: key,
    ...copied,
    ...Object.fromEntries(estimatedNutrients.map(nutrient => [nutrient, values[nutrient].value])),
    details: { ...details, estimate },
  }
}
