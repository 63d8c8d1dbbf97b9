interface SearchFieldProps {
  /** Must be unique on the page; other controls belong to the form by the id `{id}-form`. */
  id: string
  q?: string
  variant?: 'large' | 'small'
  /** Id of the element for live results; without it the form is submitted normally. */
  results?: string
}

/** Food search form; works without JavaScript. */
export function SearchField({ id, q = '', variant = 'large', results }: SearchFieldProps) {
  return (
    <search class={`search ${variant}`}>
      <form id={`${id}-form`} action="/search" data-results={results}>
        <label for={id} class="sr-only">
          Search foods
        </label>
        <input
          id={id}
          name="q"
          type="search"
          value={q}
          placeholder={variant === 'large' ? 'Food or barcode' : 'Search foods'}
          maxlength={200}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="search"
          aria-controls={results}
          data-autofocus={results && ''}
        />
        <button type="submit">
          <SearchIcon />
          <span>Search</span>
        </button>
      </form>
      <a class="scan-link" href="/scan" title="Scan a barcode">
        <svg viewBox="0 0 24 20" width="24" height="20" aria-hidden="true">
          <path d="M2 2h2v16H2zM6 2h1v16H6zM9 2h3v16H9zM14 2h1v16h-1zM17 2h2v16h-2zM21 2h1v16h-1z" />
        </svg>
        <span class="sr-only">Scan a barcode</span>
      </a>
    </search>
  )
}

function SearchIcon() {
  return (
    <svg class="search-icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="8.5" cy="8.5" r="5.5" fill="none" stroke="currentColor" stroke-width="2" />
      <path d="m13 13 4.5 4.5" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
    </svg>
  )
}
