import { iconsPath } from './assets.tsx'

/** The jar and the word, drawn so that no page loads a font for them. */
export function Logo() {
  return (
    <>
      <svg class="logo-mark" viewBox="0 0 26 26" aria-hidden="true">
        <rect x="6" y="1" width="14" height="4.5" rx="1.5" fill="currentColor" />
        <path
          d="M7.2 7.5h11.6c.5 2.1 2.7 2.8 2.7 5.8v7.7a3.5 3.5 0 0 1-3.5 3.5H8A3.5 3.5 0 0 1 4.5 21v-7.7c0-3 2.2-3.7 2.7-5.8z"
          fill="none"
          stroke="currentColor"
          stroke-width="2"
        />
        <path
          d="M7.5 14.8c2-1.5 3.7-1.5 5.5-.3s3.5 1.2 5.5-.2V20a1.7 1.7 0 0 1-1.7 1.7H9.2A1.7 1.7 0 0 1 7.5 20z"
          fill="currentColor"
        />
      </svg>
      <svg class="logo-word" viewBox="0 0 729 240" width="73" height="24" aria-hidden="true">
        <use href={`${iconsPath}#larder`} />
      </svg>
    </>
  )
}
