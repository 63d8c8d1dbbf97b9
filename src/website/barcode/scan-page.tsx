import type { FastifyInstance } from 'fastify'
import type { WebsiteCatalog } from '../context.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { BarcodeField } from './barcode-field.tsx'

export function addScanPage(app: FastifyInstance, { websiteUrl }: Pick<WebsiteCatalog, 'websiteUrl'>): void {
  const config = { isPublic: true }
  app.get('/scan', { config }, (request, reply) =>
    sendPublicPage(request, reply, {
      title: 'Scan a barcode',
      permissions: { camera: true },
      description: 'Scan the barcode of a food with your camera, or type its digits, and see what is in it.',
      canonical: `${websiteUrl}/scan`,
      scripts: ['scan'],
      content: <Scan />,
    }),
  )
}

/** What needs the camera is hidden until the script has found that there may be one. */
function Scan() {
  return (
    <section class="narrow scan">
      <h1>Scan a barcode</h1>
      <div id="camera" hidden>
        <div class="viewfinder" hidden>
          <video playsinline muted aria-label="What the camera sees" />
          <svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
            <path d="M6 18V6h14M80 6h14v12M94 42v12H80M20 54H6V42" />
          </svg>
        </div>
        <p class="status" role="status" />
        <button type="button">Use the camera</button>
        <p class="quiet">Pictures stay in your browser; only the digits are sent.</p>
        <p class="or">or</p>
      </div>
      <BarcodeField />
    </section>
  )
}
