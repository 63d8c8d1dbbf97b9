// Flash messages: shown once, on the next page. The cookie holds the name of a message, never its text.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, cookieNames, setCookie } from './cookies.ts'
import type { ShellMessages } from './messages/en.ts'
import { shellMessages } from './messages/index.ts'

export type FlashMessage = keyof ShellMessages['flash']

export function setFlash(reply: FastifyReply, flash: FlashMessage): void {
  setCookie(reply, cookieNames.flash, flash)
}

/** Returns the pending message, if any, and clears it. */
export function consumeFlash(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const name = request.cookies[cookieNames.flash]
  if (name === undefined) return undefined
  clearCookie(reply, cookieNames.flash)
  const { flash } = shellMessages[request.locale]
  return Object.hasOwn(flash, name) ? flash[name as FlashMessage] : undefined
}
