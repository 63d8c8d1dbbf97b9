// Registers <larder-search> and declares its JSX attributes for React 19, which passes them to custom elements as they are.
import './index.ts'
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { LarderSearch, LarderSelectEvent, SearchMessages } from './index.ts'

export interface LarderSearchProps extends DetailedHTMLProps<HTMLAttributes<LarderSearch>, LarderSearch> {
  'api-url': string
  'api-key'?: string | undefined
  limit?: number | undefined
  label?: string | undefined
  placeholder?: string | undefined
  name?: string | undefined
  disabled?: boolean | undefined
  messages?: Partial<SearchMessages> | undefined
  'onlarder-select'?: ((event: LarderSelectEvent) => void) | undefined
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'larder-search': LarderSearchProps
    }
  }
}
