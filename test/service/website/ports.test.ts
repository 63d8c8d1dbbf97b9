import { expect, it } from 'vitest'
import { visitWebsite } from '../../../lab/clients/web-visitor.ts'
import { findFreePort } from '../../../lab/servers/free-port.ts'
import { startService } from '../../../lab/service.ts'
import { storesForTest } from '../../support/database.ts'

it.each(['another port', 'any free port'])('accepts its own forms on %s', async kind => {
  const port = kind === 'any free port' ? '0' : String(await findFreePort())
  const service = await startService(await storesForTest(), { WEB_PORT: port })
  const url = `http://localhost:${new URL(service.websiteUrl).port}`
  expect(service.publicWebsiteUrl).toBe(url)
  const values = { name: 'ann', password: 'Forty-two jars and no spoon' }
  const response = await visitWebsite(url).send('/sign-up', '/sign-up', values)
  expect(response.status).toBe(303)
  await service.stop()
})
