import { loadConfig } from '../config.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkProfile } from '../doctor/check-profile.ts'
import { checkRedis } from '../doctor/check-redis.ts'
import { checkBilling, checkMail } from '../doctor/check-services.ts'
import type { Finding } from '../doctor/finding.ts'
import { exitCodes } from './exit-codes.ts'

const checks = [checkProfile, checkDatabase, checkRedis, checkMail, checkBilling]

export async function doctorCommand({ json }: { json: boolean }): Promise<void> {
  const config = loadConfig()
  const findings = (await Promise.all(checks.map(async check => check(config)))).flat()
  const problems = findings.filter(({ level }) => level === 'problem').length
  if (json) console.log(JSON.stringify({ problems, findings }, null, 2))
  else for (const finding of findings) console.log(describe(finding))
  if (problems > 0) process.exitCode = exitCodes.error.code
}

const describe = ({ part, level, message }: Finding) => `${level.padEnd(8)} ${part}: ${message}`
