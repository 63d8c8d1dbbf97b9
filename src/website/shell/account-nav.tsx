// The navigation on pages of the account.

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { Icon } from '../components/icon.tsx'
import { useMessages } from '../i18n/messages.ts'
import type { IconName } from '../icons/icon-names.ts'
import type { Messages } from '../messages/compiled/index.ts'
import { NavLink } from './nav-link.tsx'
import { contributePath, type SitePage } from './site-pages.ts'

const contributionsPath = '/account/contributions'

const accountLinks: [
  href: string,
  icon: IconName,
  name: (t: Messages['shared']) => string,
  pages?: string[],
][] = [
  ['/account', 'layout-dashboard', t => t.overview],
  ['/account/keys', 'key-round', t => t.apiKeys],
  ['/account/usage', 'chart-column', t => t.usage],
  ['/account/plan', 'credit-card', t => t.planAndBilling],
  ['/account/security', 'shield-check', t => t.security],
  [contributionsPath, 'square-pen', t => t.contributions],
  ['/account/activity', 'history', t => t.activity],
  ['/account/settings', 'settings', t => t.settings, ['/account/email', '/account/delete']],
]

/** Whether the account can review contributions. */
export const CanReview = createContext(false)

export function AccountNav({ path, pages }: { path: string; pages: readonly SitePage[] }) {
  const t = useMessages('shared')
  const acceptsContributions = pages.some(page => page.path === contributePath)
  const links = accountLinks.filter(([href]) => href !== contributionsPath || acceptsContributions)
  return (
    <nav class="shell-nav" aria-label={t.dashboardNav}>
      {links.map(([href, icon, name, pages]) => (
        <NavLink key={href} href={href} path={path} pages={pages} isExact={href === '/account'}>
          <Icon name={icon} small />
          {name(t)}
        </NavLink>
      ))}
      {useContext(CanReview) && (
        <NavLink href="/review" path={path}>
          <Icon name="list" small />
          {t.review}
        </NavLink>
      )}
    </nav>
  )
}
