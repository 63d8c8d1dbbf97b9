import { listSettings } from '../config.ts'
import { renderEnvExample } from '../config-reference.ts'
import { printResult } from './output.ts'

export function settingsCommand(options: { json: boolean }): void {
  printResult(options, listSettings(), renderEnvExample().trimEnd())
}
