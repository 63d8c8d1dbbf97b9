// The camera reads a barcode and the page of its food opens. The browser's own reader where there is one, else ours.
import { readBarcode } from './barcode-decoder.client.ts'

interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats(): Promise<string[]>
}

type Reader = (video: HTMLVideoElement) => Promise<string | null>

const formats = ['ean_13', 'ean_8', 'upc_a']
const everyMs = 100
/** Wide enough for bars of two pixels when the barcode takes a third of the picture. */
const widest = 960
const adviceAfterMs = 8_000

const box = document.getElementById('camera')
const view = box?.querySelector<HTMLElement>('.viewfinder')
const video = box?.querySelector('video')
const told = box?.querySelector<HTMLElement>('[role=status]')
const button = box?.querySelector('button')

// Browsers hide the camera from pages that did not come over a secure connection.
if (box && view && video && told && button && 'mediaDevices' in navigator) {
  const parts = { view, video, told, button }
  box.hidden = false
  button.addEventListener('click', () => void (video.srcObject ? stop(parts) : start(parts)))
  // Back from the food's page: the camera is off, and everything is as at first.
  window.addEventListener('pagehide', () => stop(parts))
}

interface Parts {
  view: HTMLElement
  video: HTMLVideoElement
  told: HTMLElement
  button: HTMLButtonElement
}

async function start(parts: Parts): Promise<void> {
  const { view, video, told, button } = parts
  button.disabled = true
  told.textContent = 'Your browser asks whether the camera may be used.'
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    })
    view.hidden = false
    await video.play()
    button.textContent = 'Stop the camera'
    told.textContent = 'Hold the barcode into the frame.'
    void watch(parts, await findReader())
  } catch (error) {
    stop(parts)
    told.textContent = whyNot(error)
  }
  button.disabled = false
}

function stop({ view, video, told, button }: Parts): void {
  if (video.srcObject instanceof MediaStream) for (const track of video.srcObject.getTracks()) track.stop()
  video.srcObject = null
  view.hidden = true
  told.textContent = ''
  button.textContent = 'Use the camera'
}

function whyNot(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return 'The camera was not allowed, which is fine: type the digits below. To change your mind, allow the camera for this page in your browser’s settings.'
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'There is no camera here. Type the digits below.'
  }
  return 'The camera cannot be used now; another program may hold it. Type the digits below.'
}

async function watch({ video, told }: Parts, read: Reader): Promise<void> {
  const stream = video.srcObject
  const adviceAt = performance.now() + adviceAfterMs
  while (video.srcObject === stream) {
    const code = await read(video)
    if (video.srcObject !== stream) return
    if (code !== null) {
      told.textContent = `Found ${code}. Looking it up.`
      location.assign(`/barcode/${code}`)
      return
    }
    if (performance.now() > adviceAt) {
      told.textContent = 'Nothing yet. More light, a flat package and a hand’s width of distance help.'
    }
    await new Promise(resolve => setTimeout(resolve, everyMs))
  }
}

async function findReader(): Promise<Reader> {
  const Detector = Reflect.get(window, 'BarcodeDetector') as BarcodeDetectorClass | undefined
  const known = (await Detector?.getSupportedFormats().catch(() => [])) ?? []
  if (!Detector || !known.includes('ean_13')) return ownReader()
  const detector = new Detector({ formats: formats.filter(format => known.includes(format)) })
  return async video => (await detector.detect(video).catch(() => []))[0]?.rawValue ?? null
}

function ownReader(): Reader {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return async video => {
    if (!pen || video.videoWidth === 0) return null
    const scale = Math.min(1, widest / video.videoWidth)
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    pen.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height)
    const grey = new Uint8Array(width * height)
    for (let i = 0; i < grey.length; i++) {
      // Green alone is nearly what the eye calls bright.
      grey[i] = data[4 * i + 1] ?? 0
    }
    return readBarcode({ width, height, grey })
  }
}
