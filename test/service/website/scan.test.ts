import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { drawBarcode, filmOf } from '../../support/barcode-picture.ts'
import { pathOf, withWebsite } from '../../support/browser.ts'

// Other tests use the same cores.
const patiently = { timeout: 15_000 }

const folder = mkdtempSync(join(tmpdir(), 'larder-camera-'))
const film = join(folder, 'whole-milk.y4m')
writeFileSync(film, filmOf(drawBarcode('0015887170128', { module: 2.6, turned: 3, blur: 1, noise: 12 })))
afterAll(() => rmSync(folder, { recursive: true }))

const website = withWebsite(
  {},
  {
    withFoods: true,
    args: () => ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
  },
)

const press = (page: Page) => page.getByRole('button', { name: 'Use the camera' }).click()
const told = (page: Page) => page.getByRole('status').innerText()

it('a barcode before the camera opens the page of its food', async () => {
  const page = await website.visit('/scan', { javaScriptEnabled: true, permissions: ['camera'] })
  const faults: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  await press(page)
  await page.waitForURL('**/food/*')
  expect(pathOf(page)).toMatch(/^\/food\/\d+-whole-milk$/)
  expect(faults).toEqual([])
})

it('the reader of the browser is used where there is one', async () => {
  const page = await website.visit('/', { javaScriptEnabled: true, permissions: ['camera'] })
  await page.addInitScript(() => {
    Reflect.set(
      globalThis,
      'BarcodeDetector',
      class {
        static async getSupportedFormats() {
          return ['ean_13', 'qr_code']
        }
        async detect() {
          return [{ rawValue: '4006381333931' }]
        }
      },
    )
  })
  await page.goto(`${website.url}/scan`)
  await press(page)
  await page.waitForURL('**/barcode/4006381333931')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Not on our shelves yet')
})

it.each([
  ['refused', 'NotAllowedError', 'type the digits below'],
  ['missing', 'NotFoundError', 'There is no camera here'],
  ['held by another', 'NotReadableError', 'another program may hold it'],
])('a camera that is %s is told kindly', async (_, name, text) => {
  const page = await website.visit('/', { javaScriptEnabled: true })
  await page.addInitScript(error => {
    const { mediaDevices } = Reflect.get(globalThis, 'navigator')
    mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', error))
  }, name)
  await page.goto(`${website.url}/scan`)
  await press(page)
  await expect.poll(() => told(page), patiently).toContain(text)
  expect(await page.locator('video').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Use the camera' }).isEnabled()).toBe(true)
})

it('the camera can be stopped', async () => {
  const page = await website.visit('/', { javaScriptEnabled: true, permissions: ['camera'] })
  await page.goto(`${website.url}/scan`)
  // Nothing is ever found: the picture of the camera does not get to the reader.
  await page.evaluate(() => {
    const { prototype } = Reflect.get(globalThis, 'CanvasRenderingContext2D')
    prototype.drawImage = () => undefined
  })
  await press(page)
  await page.getByRole('button', { name: 'Stop the camera' }).click()
  expect(await page.locator('video').isVisible()).toBe(false)
  expect(await page.locator('video').evaluate(video => Reflect.get(video, 'srcObject'))).toBeNull()
})
