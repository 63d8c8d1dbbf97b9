import { countReviewers } from '../../accounts/roles.ts'
import { readQueueFigures } from '../../community/review.ts'
import type { Config } from '../config.ts'
import { withPool } from './check-database.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('moderation')
const maxWaitDays = 7

export async function checkModeration(config: Config): Promise<Finding[]> {
  return withPool(config.DATABASE_URL, async database => {
    try {
      const { length, oldestAgeSeconds } = await readQueueFigures(database)
      const reviewers = await countReviewers(database)
      if (length === 0) return [ok('no contribution waits')]
      const days = Math.floor(oldestAgeSeconds / 86_400)
      if (reviewers === 0)
        return [
          warning(
            `${length} contributions wait, and nobody can review them: larder account role NAME moderator, with two-factor authentication on, or larder moderation list`,
          ),
        ]
      return [
        days > maxWaitDays
          ? warning(`the oldest of ${length} contributions has waited for ${days} days: ask the moderators`)
          : ok(`${length} contributions wait`),
      ]
    } catch {
      // The findings about the database say why.
      return []
    }
  })
}
