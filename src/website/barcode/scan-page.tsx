import type { FastifyInstance } from 'fastify'
import { Icon } from '../components/icon.tsx'
import type { WebsiteCatalog } from '../context.ts'
import { useMessages } from '../i18n/messages.ts'
import { messages } from '../messages/compiled/index.ts'
import { sendPublicPage } from '../shell/responses.tsx'
import { BarcodeField } from './barcode-field.tsx'

export function addScanPage(app: FastifyInstance, { websiteUrl }: Pick<WebsiteCatalog, 'websiteUrl'>): void {
  const config = { isPublic: true }
  app.get('/scan', { config }, (request, reply) => {
    const t = messages[request.locale].barcode
    return sendPublicPage(request, reply, {
      title: t.scanTitle,
      area: 'foods',
      permissions: { camera: true },
      description: t.scanDescription,
      canonical: `${websiteUrl}/scan`,
      scripts: ['scan'],
      content: <Scan />,
    })
  })
}

/** The camera section stays hidden until the client script detects camera support. */
function Scan() {
  const t = useMessages('barcode')
  return (
    <div class="wrap narrow-page stack-l">
      <div>
        <h1>{t.scanTitle}</h1>
        <p class="muted">{t.scanIntro}</p>
      </div>
      <section
        class="card pad stack scan"
        id="camera"
        hidden
        data-start={t.startCamera}
        data-stop={t.stopCamera}
        data-allow={t.allowCamera}
        data-point={t.pointCamera}
        data-nothing={t.nothingYet}
        data-found={t.found({ code: '{code}' })}
        data-denied={t.denied}
        data-missing={t.noCamera}
        data-unavailable={t.unavailable}
      >
        <h2 class="h-s">{t.cameraTitle}</h2>
        <div class="viewfinder" hidden>
          <video playsinline muted aria-label={t.cameraPreview} />
          <svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
            <path d="M6 18V6h14M80 6h14v12M94 42v12H80M20 54H6V42" />
          </svg>
        </div>
        <p role="status" />
        <button type="button" class="btn btn-primary">
          <Icon name="camera" small />
          <span>{t.startCamera}</span>
        </button>
        <p class="muted small">{t.privacy}</p>
      </section>
      <section class="card pad">
        <BarcodeField />
      </section>
    </div>
  )
}
