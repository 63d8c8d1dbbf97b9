import { type Browser, chromium } from 'playwright-core'

export interface BrowserOptions {
  args?: string[]
  /** A file that the camera shows, in Y4M format. */
  cameraVideo?: string | undefined
}

/** Chromium without its user interface, which takes a third less processor time. Only the full browser has a camera. */
export function launchBrowser({ args = [], cameraVideo }: BrowserOptions = {}): Promise<Browser> {
  const camera =
    cameraVideo === undefined
      ? []
      : ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${cameraVideo}`]
  return chromium.launch({
    executablePath: `/usr/bin/${cameraVideo === undefined ? 'chromium-headless-shell' : 'chromium'}`,
    // As root and in containers there is often no sandbox; only local pages are opened.
    args: ['--no-sandbox', ...camera, ...args],
  })
}
