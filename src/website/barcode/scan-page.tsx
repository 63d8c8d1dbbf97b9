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
      description: 'Scan a food’s barcode with your camera or enter its number to see its nutrition facts.',
      canonical: `${websiteUrl}/scan`,
      scripts: ['scan'],
      content: <Scan />,
    }),
  )
}

/** The camera section stays hidden until the client script detects camera support. */
function Scan() {
  return (
    <section class="narrow scan">
      <h1>Scan a barcode</h1>
      <div id="camera" hidden>
        <div class="viewfinder" hidden>
          <video playsinline muted aria-label="Camera preview" />
          <svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
            <path d="M6 18V6h14M80 6h14v12M94 42v12H80M20 54H6V42" />
          </svg>
        </div>
        <p class="status" role="status" />
        <button type="button">Start camera</button>
        <p class="quiet">Images stay in your browser; only the barcode number is sent.</p>
        <p class="or">or</p>
      </div>
      <BarcodeField />
    </section>
  )
}
