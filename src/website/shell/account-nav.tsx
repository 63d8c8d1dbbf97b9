// The navigation on pages of the account.

import { Icon } from '../components/icon.tsx'
import { useMessages } from '../i18n/messages.ts'
import type { IconName } from '../icons/icon-names.ts'
import type { Messages } from '../messages/compiled/index.ts'
import { NavLink } from './nav-link.tsx'

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
  ['/account/activity', 'history', t => t.activity],
  ['/account/settings', 'settings', t => t.settings, ['/account/email', '/account/delete']],
]

export function AccountNav({ path }: { path: string }) {
  const t = useMessages('shared')
  return (
    <nav class="shell-nav" aria-label={t.dashboardNav}>
      {accountLinks.map(([href, icon, name, pages]) => (
        <NavLink key={href} href={href} path={path} pages={pages} isExact={href === '/account'}>
          <Icon name={icon} small />
          {name(t)}
        </NavLink>
      ))}
    </nav>
  )
}
