import { useContext } from 'preact/hooks'
import { renderToStaticMarkup } from 'preact-render-to-string'
import { Icon } from '../components/icon.tsx'
import { SearchField } from '../components/search-field.tsx'
import type { Locale } from '../i18n/locales.ts'
import { CurrentLocale, useMessages } from '../i18n/messages.ts'
import { CsrfToken, csrfFieldName } from './form.tsx'
import { Logo } from './logo.tsx'
import { Markup } from './markup.ts'
import { NavLink } from './nav-link.tsx'
import type { SitePage } from './site-pages.ts'

interface HeaderProps {
  pages: readonly SitePage[]
  path: string
  search?: 'header' | 'own' | undefined
  searchText?: string | undefined
  hasSessionCookie: boolean
  accountName?: string | undefined
}

export function Header({ pages, path, search, searchText, hasSessionCookie, accountName }: HeaderProps) {
  const t = useMessages('shared')
  const links = pages.flatMap((page): [href: string, name: string, marked: string[]][] =>
    page.menu === undefined
      ? []
      : [[page.path, page.menu(t), pages.filter(each => each.menuPage === page.path).map(each => each.path)]],
  )
  const isSignedIn = accountName !== undefined || hasSessionCookie
  const accountLinks: [href: string, name: string][] = isSignedIn
    ? [['/account', t.dashboard]]
    : [['/sign-in', t.signIn]]
  return (
    <header class="site-header">
      <div class="wrap">
        <a class="logo" href="/" aria-label={t.homeLink}>
          <Logo />
        </a>
        {search !== 'own' && <SearchField id="q" q={searchText} variant="header" />}
        <div class="header-end">
          <nav class="site-nav" aria-label={t.mainNav}>
            {[...links, ...accountLinks].map(([href, name, marked]) => (
              <NavLink key={href} href={href} path={path} pages={marked}>
                {name}
              </NavLink>
            ))}
          </nav>
          <ThemeSwitch />
          {accountName !== undefined && (
            <>
              <SignOutButton />
              <a
                class="btn btn-quiet btn-icon"
                href="/account"
                aria-label={t.accountOf({ name: accountName })}
                title={accountName}
              >
                <span class="avatar">{[...accountName][0]?.toUpperCase()}</span>
              </a>
            </>
          )}
          {!isSignedIn && (
            <a class="btn btn-primary btn-s" href="/sign-up">
              {t.getApiKey}
            </a>
          )}
          <details class="nav-menu">
            <summary class="btn btn-quiet btn-icon" aria-label={t.menu}>
              <Icon name="menu" />
            </summary>
            <ul class="menu">
              {[...links, ...accountLinks, ...(isSignedIn ? [] : [['/sign-up', t.getApiKey] as const])].map(
                ([href, name]) => (
                  <li key={href}>
                    <a href={href}>{name}</a>
                  </li>
                ),
              )}
              {accountName !== undefined && (
                <li>
                  <SignOutButton isInMenu />
                </li>
              )}
            </ul>
          </details>
        </div>
      </div>
    </header>
  )
}

/** Two buttons, of which CSS shows the one for the other theme. */
function ThemeSwitch() {
  const t = useMessages('shared')
  return (
    <form method="post" action="/theme" data-theme-form>
      <button
        type="submit"
        class="btn btn-quiet btn-icon theme-light"
        name="theme"
        value="dark"
        aria-label={t.darkTheme}
        title={t.darkTheme}
      >
        <Icon name="moon" />
      </button>
      <button
        type="submit"
        class="btn btn-quiet btn-icon theme-dark"
        name="theme"
        value="light"
        aria-label={t.lightTheme}
        title={t.lightTheme}
      >
        <Icon name="sun" />
      </button>
    </form>
  )
}

/** Rendered once for each route, language and kind of visitor. */
const publicHeaders = new Map<string, Markup>()

export function publicHeader(locale: Locale, props: HeaderProps): Markup {
  const key = `${locale} ${props.hasSessionCookie} ${props.search} ${props.path}`
  const known = props.searchText ? undefined : publicHeaders.get(key)
  if (known) return known
  const header = new Markup(
    renderToStaticMarkup(
      <CurrentLocale.Provider value={locale}>
        <Header {...props} />
      </CurrentLocale.Provider>,
    ),
  )
  if (!props.searchText) publicHeaders.set(key, header)
  return header
}

/** Wide screens have it in the header, narrow ones in the menu. */
export function SignOutButton({ isInMenu = false }: { isInMenu?: boolean }) {
  const token = useContext(CsrfToken)
  const t = useMessages('shared')
  return (
    <form method="post" action="/sign-out" class="sign-out">
      <input type="hidden" name={csrfFieldName} value={token()} />
      <button type="submit" class={isInMenu ? undefined : 'btn btn-quiet btn-s'}>
        {t.signOut}
      </button>
    </form>
  )
}
