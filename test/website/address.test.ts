import { expect, it } from 'vitest'
import { storesForTest } from '../support/database.ts'
import { findFreePort } from '../support/free-port.ts'
import { startService } from '../support/service.ts'
import { visitWebsite } from '../support/web-visitor.ts'

it.each(['another port', 'any free port'])('on %s the website accepts its own forms', async kind => {
  const port = kind === 'any free port' ? '0' : String(await findFreePort())
  const service = await startService(await storesForTest(), { WEB_PORT: port })
  const url = `http://localhost:${new URL(service.websiteUrl).port}`
  expect(service.publicWebsiteUrl).toBe(url)
  const typed = { name: 'ann', password: 'Forty-two jars and no spoon' }
  const answer = await visitWebsite(url).send('/sign-up', '/sign-up', typed)
  expect(answer.status).toBe(303)
  await service.stop()
})
