import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Credits } from '../components/credits.tsx'
import { SearchField } from '../components/search-field.tsx'
import { iconPath, scriptPath, stylesheetPath } from './assets.tsx'
import { AccountName } from './form.tsx'
import { Logo } from './logo.tsx'
import { Markup, toNode } from './markup.ts'
import { SignOutButton } from './sign-out-button.tsx'

/** Metadata of a page. */
export interface PageHead {
  title: string
  /** URL of an immediate client-side redirect. */
  refreshTo?: string | undefined
  /** One-sentence summary for search engines and link previews. */
  description?: string | undefined
  /** Absolute canonical URL. */
  canonical?: string | undefined
  /** Additional elements for `<head>`. */
  head?: ComponentChildren
  /** Names of client scripts: `{name}.client.ts`. */
  scripts?: string[] | undefined
  /** Excludes the page from search engines. */
  noIndex?: boolean
  /** `own`: the page has its search field, so the header omits it. */
  search?: 'header' | 'own' | undefined
}

interface LayoutProps extends PageHead {
  /** Path of the route, to highlight the current page in the navigation. */
  path: string
  flash?: string | undefined
  /** Identical for every visitor, so it does not show who is signed in. */
  isPublic?: boolean
  children: ComponentChildren
}

export function Layout(props: LayoutProps) {
  const { title, path, flash, children } = props
  const accountName = useContext(AccountName)
  const isAccountPage = accountName !== undefined && path.startsWith('/account')
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {props.refreshTo && <meta http-equiv="refresh" content={`0; url=${props.refreshTo}`} />}
        <title>{title === 'Larder' ? title : `${title} · Larder`}</title>
        {props.description && <meta name="description" content={props.description} />}
        {props.noIndex && <meta name="robots" content="noindex" />}
        {props.canonical && <link rel="canonical" href={props.canonical} />}
        <link rel="stylesheet" href={stylesheetPath} />
        <link rel="icon" href={iconPath} type="image/svg+xml" />
        {props.scripts?.map(name => (
          <script key={name} type="module" src={scriptPath(name)} />
        ))}
        {props.head}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        {props.isPublic ? toNode(publicHeader(path, props.search)) : <Header path={path} isPublic={false} />}
        <div class={isAccountPage ? 'middle with-side' : 'middle'}>
          {isAccountPage && <AccountNav path={path} />}
          <main id="main" tabindex={-1}>
            {flash && (
              <p class="notice" role="status">
                {flash}
              </p>
            )}
            {children}
          </main>
        </div>
        {toNode(footer)}
      </body>
    </html>
  )
}

type HeaderProps = Pick<LayoutProps, 'path' | 'isPublic' | 'search'>

function Header({ path, isPublic, search }: HeaderProps) {
  const accountName = useContext(AccountName)
  return (
    <header class="top">
      <a class="name" href="/" aria-label="Larder home">
        <Logo />
        Larder
      </a>
      {isPublic && search !== 'own' && <SearchField id="top-search" variant="small" />}
      <nav class="main-nav" aria-label="Main">
        <NavLink href="/categories" path={path}>
          Foods
        </NavLink>
        <NavLink href="/docs" path={path}>
          Docs
        </NavLink>
        {isPublic ? (
          <NavLink href="/account" path={path}>
            Account
          </NavLink>
        ) : accountName === undefined ? (
          <>
            <NavLink href="/sign-in" path={path}>
              Sign in
            </NavLink>
            <NavLink href="/sign-up" path={path}>
              Sign up
            </NavLink>
          </>
        ) : (
          <>
            <NavLink href="/account" path={path}>
              {accountName}
            </NavLink>
            <SignOutButton />
          </>
        )}
      </nav>
    </header>
  )
}

/** Rendered once for each route. */
const publicHeaders = new Map<string, Markup>()

function publicHeader(path: string, search: PageHead['search']): Markup {
  const key = `${search} ${path}`
  const known = publicHeaders.get(key)
  if (known) return known
  const header = new Markup(renderToStaticMarkup(<Header path={path} search={search} isPublic />))
  publicHeaders.set(key, header)
  return header
}

const footer = new Markup(
  renderToStaticMarkup(
    <footer class="bottom">
      <p>
        Food data: <Credits />
      </p>
      <p>
        Larder is open source. <a href="/numbers">Catalog statistics</a>
      </p>
    </footer>,
  ),
)

const accountLinks = [
  ['/account', 'Overview'],
  ['/account/keys', 'API keys'],
  ['/account/usage', 'Usage'],
  ['/account/plan', 'Billing'],
  ['/account/security', 'Security'],
  ['/account/activity', 'Activity'],
] as const

function AccountNav({ path }: { path: string }) {
  return (
    <nav class="side" aria-label="Account">
      <ul>
        {accountLinks.map(([href, name]) => (
          <li key={href}>
            <NavLink href={href} path={path}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A link that is marked as current on its page and on subpages. */
function NavLink({ href, path, children }: { href: string; path: string; children: ComponentChildren }) {
  const isSubpage = href !== '/account' && path.startsWith(`${href}/`)
  return (
    <a href={href} aria-current={path === href ? 'page' : isSubpage ? 'true' : undefined}>
      {children}
    </a>
  )
}
