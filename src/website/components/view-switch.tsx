// Rows or cards: the choice is in the address, so that it works without JavaScript and can be shared.
import { useMessages } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

export type ListView = 'rows' | 'cards'

export const readView = (value: string): ListView => (value === 'cards' ? 'cards' : 'rows')

export function ViewSwitch({ view, hrefOf }: { view: ListView; hrefOf: (view: ListView) => string }) {
  const t = useMessages('categories')
  const views = [
    ['rows', 'layout-list', t.rows],
    ['cards', 'layout-grid', t.cards],
  ] as const
  return (
    <nav class="seg" aria-label={t.view}>
      {views.map(([name, icon, label]) => (
        <a key={name} href={hrefOf(name)} aria-current={name === view ? 'true' : undefined} rel="nofollow">
          <Icon name={icon} small />
          {label}
        </a>
      ))}
    </nav>
  )
}
