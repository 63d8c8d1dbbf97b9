// Scans barcodes with the camera and opens the page of the food. Uses the browser's BarcodeDetector if available,
// otherwise barcode-decoder.client.ts.
import { decodeBarcode } from './barcode-decoder.client.ts'

interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

type Reader = (video: HTMLVideoElement) => Promise<string | null>

const formats = ['ean_13', 'ean_8', 'upc_a']
const intervalMs = 100
/** Wide enough for two-pixel bars when the barcode fills a third of the frame. */
const maxWidth = 960
const hintDelayMs = 8_000

const box = document.getElementById('camera')
const view = box?.querySelector<HTMLElement>('.viewfinder')
const video = box?.querySelector('video')
const status = box?.querySelector<HTMLElement>('[role=status]')
const button = box?.querySelector('button')
const label = button?.querySelector('span')
/** What the script says, in the language of the page. */
const texts = box?.dataset ?? {}
const text = (name: string) => texts[name] ?? ''

const form = document.querySelector<HTMLFormElement>('.barcode-form')

// `mediaDevices` is only available over a secure connection.
if (box && view && video && status && button && label && form && 'mediaDevices' in navigator) {
  const elements = { view, video, status, button, label, form }
  box.hidden = false
  button.addEventListener('click', () => void (video.srcObject ? stop(elements) : start(elements)))
  // Reset, so that navigating back shows the initial state.
  window.addEventListener('pagehide', () => stop(elements))
}

interface Elements {
  view: HTMLElement
  video: HTMLVideoElement
  status: HTMLElement
  button: HTMLButtonElement
  label: HTMLElement
  form: HTMLFormElement
}

async function start(elements: Elements): Promise<void> {
  const { view, video, status, button, label } = elements
  button.disabled = true
  status.textContent = text('allow')
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    view.hidden = false
    await video.play()
    label.textContent = text('stop')
    status.textContent = text('point')
    void scanFrames(elements, await createReader())
  } catch (error) {
    stop(elements)
    status.textContent = cameraErrorMessage(error)
  }
  button.disabled = false
}

function stop({ view, video, status, label }: Elements): void {
  if (video.srcObject instanceof MediaStream) for (const track of video.srcObject.getTracks()) track.stop()
  video.srcObject = null
  view.hidden = true
  status.textContent = ''
  label.textContent = text('start')
}

function cameraErrorMessage(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return text('denied')
  const isMissing = name === 'NotFoundError' || name === 'OverconstrainedError'
  return text(isMissing ? 'missing' : 'unavailable')
}

async function scanFrames({ video, status, form }: Elements, read: Reader): Promise<void> {
  const stream = video.srcObject
  const hintAt = performance.now() + hintDelayMs
  while (video.srcObject === stream) {
    const code = await read(video)
    if (video.srcObject !== stream) return
    if (code !== null) {
      status.textContent = text('found').replace('{code}', code)
      location.assign(`${form.action}/${code}`)
      return
    }
    if (performance.now() > hintAt) {
      status.textContent = text('nothing')
    }
    await new Promise(resolve => setTimeout(resolve, intervalMs))
  }
}

async function createReader(): Promise<Reader> {
  const Detector = Reflect.get(window, 'BarcodeDetector') as BarcodeDetectorClass | undefined
  const supported = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !supported.includes('ean_13')) return softwareReader()
  const detector = new Detector({ formats: formats.filter(format => supported.includes(format)) })
  return async video => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null
}

function softwareReader(): Reader {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async video => {
    if (!context || video.videoWidth === 0) return null
    const scale = Math.min(1, maxWidth / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    const grey = new Uint8Array(width * height)
    for (let i = 0; i < grey.length; i++) {
      // The green channel is a good approximation of brightness.
      grey[i] = data[4 * i + 1] ?? 0
    }
    return decodeBarcode({ width, height, grey })
  }
}
