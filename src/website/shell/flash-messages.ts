// Flash messages: shown once, on the next page. The cookie holds the name of a message, never its text.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Messages, messages } from '../messages/compiled/index.ts'
import { clearCookie, cookieNames, setCookie } from './cookies.ts'

export type FlashMessage = keyof Messages['shell']['flash']

export function setFlash(reply: FastifyReply, flash: FlashMessage): void {
  setCookie(reply, cookieNames.flash, flash)
}

/** Returns the pending message, if any, and clears it. */
export function consumeFlash(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const name = request.cookies[cookieNames.flash]
  if (name === undefined) return undefined
  clearCookie(reply, cookieNames.flash)
  const { flash } = messages[request.locale].shell
  return Object.hasOwn(flash, name) ? flash[name as FlashMessage] : undefined
}
