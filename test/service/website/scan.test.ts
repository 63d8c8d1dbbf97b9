import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { drawBarcode, filmOf } from '../../support/barcode-picture.ts'
import { pathOf, withWebsite } from '../../support/browser.ts'

// Generous because tests share CPU cores.
const slow = { timeout: 120_000 }

const folder = mkdtempSync(join(tmpdir(), 'larder-camera-'))
const video = join(folder, 'whole-milk.y4m')
writeFileSync(video, filmOf(drawBarcode('0015887170128', { module: 2.6, turned: 3, blur: 1, noise: 12 })))
afterAll(() => rmSync(folder, { recursive: true }))

const website = withWebsite({}, { withFoods: true, browser: { cameraVideo: video } })

const startCamera = (page: Page) => page.getByRole('button', { name: 'Start camera' }).click()
const statusText = (page: Page) => page.locator('#camera [role=status]').innerText()

it('opens the food page after scanning a barcode', async () => {
  const page = await website.visit('/scan', { javaScriptEnabled: true, permissions: ['camera'] })
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await startCamera(page)
  await page.waitForURL('**/food/*')
  expect(pathOf(page)).toMatch(/^\/food\/\d+-whole-milk$/)
  expect(errors).toEqual([])
})

it('uses the browser’s BarcodeDetector if available', async () => {
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
  await startCamera(page)
  await page.waitForURL('**/barcode/4006381333931')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Barcode not found')
})

it.each([
  ['denied', 'NotAllowedError', 'Enter the barcode number below'],
  ['missing', 'NotFoundError', 'No camera found'],
  ['in use', 'NotReadableError', 'another app may be using it'],
])('shows a helpful message if the camera is %s', async (_, name, text) => {
  const page = await website.visit('/', { javaScriptEnabled: true })
  await page.addInitScript(error => {
    const { mediaDevices } = Reflect.get(globalThis, 'navigator')
    mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', error))
  }, name)
  await page.goto(`${website.url}/scan`)
  await startCamera(page)
  await expect.poll(() => statusText(page), slow).toContain(text)
  expect(await page.locator('video').isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: 'Start camera' }).isEnabled()).toBe(true)
})

it('stops the camera', async () => {
  const page = await website.visit('/', { javaScriptEnabled: true, permissions: ['camera'] })
  await page.goto(`${website.url}/scan`)
  // Keeps camera frames from the decoder, so that nothing is found.
  await page.evaluate(() => {
    const { prototype } = Reflect.get(globalThis, 'CanvasRenderingContext2D')
    prototype.drawImage = () => undefined
  })
  await startCamera(page)
  await page.getByRole('button', { name: 'Stop camera' }).click()
  expect(await page.locator('video').isVisible()).toBe(false)
  expect(await page.locator('video').evaluate(video => Reflect.get(video, 'srcObject'))).toBeNull()
})
