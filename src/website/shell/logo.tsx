/** The Larder logo: a half-full jar. */
export function Logo({ isIcon = false }: { isIcon?: boolean }) {
  const [glass, lid, filling] = isIcon
    ? ['#6b4a2f', '#b5481f', '#e9a23b']
    : ['currentColor', 'currentColor', 'currentColor']
  return (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" class="logo" aria-hidden="true">
      <rect class="logo-lid" x="8" y="3" width="16" height="5" rx="1.6" fill={lid} />
      <path
        class="logo-filling"
        d="M8 18.5c3-2 5 1.6 8 .3s5-2 8-.3v6.7a2.8 2.8 0 0 1-2.8 2.8H10.8A2.8 2.8 0 0 1 8 25.2z"
        fill={filling}
      />
      <path
        d="M10 9.5h12c0 2 3.5 2.5 3.5 6v9.7a4.3 4.3 0 0 1-4.3 4.3H10.8a4.3 4.3 0 0 1-4.3-4.3v-9.7c0-3.5 3.5-4 3.5-6z"
        fill="none"
        stroke={glass}
        stroke-width="2"
        stroke-linejoin="round"
      />
    </svg>
  )
}
