import type { ComponentChildren } from 'preact'

interface NavLinkProps {
  href: string
  path: string
  /** Routes that count as below this page. */
  pages?: string[] | undefined
  /** Not marked on the pages below it, which have separate links. */
  isExact?: boolean
  children: ComponentChildren
}

/** A link that is marked as current on its page and on pages below it. */
export function NavLink({ href, path, pages = [], isExact = false, children }: NavLinkProps) {
  const isBelow = pages.includes(path) || (!isExact && path.startsWith(`${href}/`))
  return (
    <a href={href} aria-current={path === href ? 'page' : isBelow ? 'true' : undefined}>
      {children}
    </a>
  )
}
