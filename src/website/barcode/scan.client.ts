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

// `mediaDevices` is only available over a secure connection.
if (box && view && video && status && button && 'mediaDevices' in navigator) {
  const elements = { view, video, status, button }
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
}

async function start(elements: Elements): Promise<void> {
  const { view, video, status, button } = elements
  button.disabled = true
  status.textContent = 'Allow camera access when your browser asks.'
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    view.hidden = false
    await video.play()
    button.textContent = 'Stop camera'
    status.textContent = 'Point the camera at a barcode.'
    void scanFrames(elements, await createReader())
  } catch (error) {
    stop(elements)
    status.textContent = cameraErrorMessage(error)
  }
  button.disabled = false
}

function stop({ view, video, status, button }: Elements): void {
  if (video.srcObject instanceof MediaStream) for (const track of video.srcObject.getTracks()) track.stop()
  video.srcObject = null
  view.hidden = true
  status.textContent = ''
  button.textContent = 'Start camera'
}

function cameraErrorMessage(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return 'Camera access was denied. Enter the barcode number below, or allow camera access for this page in your browser settings.'
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'No camera found. Enter the barcode number below.'
  }
  return 'The camera is unavailable; another app may be using it. Enter the barcode number below.'
}

async function scanFrames({ video, status }: Elements, read: Reader): Promise<void> {
  const stream = video.srcObject
  const hintAt = performance.now() + hintDelayMs
  while (video.srcObject === stream) {
    const code = await read(video)
    if (video.srcObject !== stream) return
    if (code !== null) {
      status.textContent = `Found ${code}. Looking it up…`
      location.assign(`/barcode/${code}`)
      return
    }
    if (performance.now() > hintAt) {
      status.textContent =
        'No barcode detected. Try more light, a flat surface and a distance of about 10 cm.'
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
