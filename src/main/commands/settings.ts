import { listSettings } from '../config.ts'
import { renderEnvExample, renderSettingsTable } from '../config-reference.ts'
import { printResult } from './output.ts'

export function settingsCommand(options: { json: boolean; markdown: boolean }): void {
  const text = options.markdown ? renderSettingsTable() : renderEnvExample()
  printResult(options, listSettings(), text.trimEnd())
}
