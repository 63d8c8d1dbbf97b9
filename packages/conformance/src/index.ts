export { main } from './command-line.ts'
export { readVectors } from './recorded.ts'
export { countByGroup, renderJson, renderResult, renderSummary } from './report.ts'
export { listChecks, runConformance } from './run.ts'
export {
  type CheckResult,
  type ConformanceOptions,
  DeploymentUnreachable,
  type Group,
  type KeyName,
  keyNames,
} from './types.ts'
