// The camera reads a barcode and the page of its food opens. The browser's own reader where there is one, else ours.
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
/** Wide enough for bars of two pixels when the barcode takes a third of the picture. */
const maxWidth = 960
const adviceAfterMs = 8_000

const box = document.getElementById('camera')
const view = box?.querySelector<HTMLElement>('.viewfinder')
const video = box?.querySelector('video')
const status = box?.querySelector<HTMLElement>('[role=status]')
const button = box?.querySelector('button')

// Browsers hide the camera from pages that did not come over a secure connection.
if (box && view && video && status && button && 'mediaDevices' in navigator) {
  const elements = { view, video, status, button }
  box.hidden = false
  button.addEventListener('click', () => void (video.srcObject ? stop(elements) : start(elements)))
  // Back from the food's page: the camera is off, and everything is as at first.
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
  status.textContent = 'Your browser asks whether the camera may be used.'
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    view.hidden = false
    await video.play()
    button.textContent = 'Stop the camera'
    status.textContent = 'Hold the barcode into the frame.'
    void scanFrames(elements, await findReader())
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
  button.textContent = 'Use the camera'
}

function cameraErrorMessage(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return 'The camera was not allowed, which is fine: type the digits below. To change your mind, allow the camera for this page in your browser’s settings.'
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'There is no camera here. Type the digits below.'
  }
  return 'The camera cannot be used now; another program may hold it. Type the digits below.'
}

async function scanFrames({ video, status }: Elements, read: Reader): Promise<void> {
  const stream = video.srcObject
  const adviceAt = performance.now() + adviceAfterMs
  while (video.srcObject === stream) {
    const code = await read(video)
    if (video.srcObject !== stream) return
    if (code !== null) {
      status.textContent = `Found ${code}. Looking it up.`
      location.assign(`/barcode/${code}`)
      return
    }
    if (performance.now() > adviceAt) {
      status.textContent = 'Nothing yet. More light, a flat package and a hand’s width of distance help.'
    }
    await new Promise(resolve => setTimeout(resolve, intervalMs))
  }
}

async function findReader(): Promise<Reader> {
  const Detector = Reflect.get(window, 'BarcodeDetector') as BarcodeDetectorClass | undefined
  const known = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !known.includes('ean_13')) return softwareReader()
  const detector = new Detector({ formats: formats.filter(format => known.includes(format)) })
  return async video => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null
}

function softwareReader(): Reader {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return async video => {
    if (!pen || video.videoWidth === 0) return null
    const scale = Math.min(1, maxWidth / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    pen.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height)
    const grey = new Uint8Array(width * height)
    for (let i = 0; i < grey.length; i++) {
      // Green alone is nearly what the eye calls bright.
      grey[i] = data[4 * i + 1] ?? 0
    }
    return decodeBarcode({ width, height, grey })
  }
}
