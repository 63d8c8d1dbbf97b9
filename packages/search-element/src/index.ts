import type { Food } from '@larder/client'
import { LarderSearch } from './larder-search.ts'

export type { Food } from '@larder/client'
export { LarderSearch } from './larder-search.ts'
export { englishMessages, type SearchMessages } from './messages.ts'

export type LarderSelectEvent = CustomEvent<Food>

declare global {
  interface HTMLElementTagNameMap {
    'larder-search': LarderSearch
  }
  // The event bubbles, so any element can listen for it.
  interface HTMLElementEventMap {
    'larder-select': LarderSelectEvent
  }
}

// Undefined on a server; and the page may have loaded another copy of this module.
if (globalThis.customElements?.get('larder-search') === undefined)
  globalThis.customElements?.define('larder-search', LarderSearch)
