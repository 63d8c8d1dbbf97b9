// The search field of the header and of pages that start with a search. It suggests foods while the reader types
// (suggestions.client.ts) and is a plain form without JavaScript.
import { useMessages } from '../i18n/messages.ts'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  id: string
  q?: string | undefined
  /** `large` has a button and needs no shortcut hint. */
  variant?: 'header' | 'large'
  /** What is done with a food, if it is not opened. */
  form?: { action: string; name: string; label: string; fields: Record<string, string> }
}

export function SearchField({ id, q = '', variant = 'large', form }: SearchFieldProps) {
  const t = useMessages('shared')
  const isLarge = variant === 'large'
  const list = `${id}-list`
  return (
    <search>
      <form
        class={isLarge ? 'combo combo-l' : 'combo'}
        action={form?.action ?? '/search'}
        data-suggest
        data-recent={t.recentSearches}
        data-clear={t.clearRecentSearches}
      >
        {Object.entries(form?.fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div class="combo-box">
          <Icon name="search" />
          <label class="sr" for={id}>
            {form?.label ?? t.searchLabel}
          </label>
          <input
            id={id}
            name={form?.name ?? 'q'}
            type="search"
            value={q}
            placeholder={isLarge ? t.searchPlaceholder : t.searchFoods}
            maxlength={200}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            enterkeyhint="search"
            // biome-ignore lint/a11y/noRedundantRoles: an input has this role only with a datalist.
            role="combobox"
            // Preact's types know this role only with a datalist.
            list={undefined}
            aria-expanded="false"
            aria-controls={list}
            aria-autocomplete="list"
          />
          {!isLarge && <kbd title={t.shortcut}>/</kbd>}
          {!form && (
            <a class="scan" href="/scan" aria-label={t.scanBarcode} title={t.scanBarcode}>
              <Icon name="scan-barcode" />
            </a>
          )}
          {isLarge && (
            <button type="submit" class="btn btn-primary">
              {t.search}
            </button>
          )}
        </div>
        <div class="combo-list" id={list} role="listbox" aria-label={t.suggestions} hidden />
      </form>
    </search>
  )
}
