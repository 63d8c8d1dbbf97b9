import { useMessages } from '../i18n/messages.ts'

/** A form for entering a barcode manually. */
export function BarcodeField({ code = '' }: { code?: string }) {
  const t = useMessages('barcode')
  return (
    <form action="/barcode" class="barcode-form">
      <div class="field">
        <label for="code">{t.number}</label>
        <div class="barcode-input">
          <input
            class="input mono"
            id="code"
            name="code"
            type="text"
            inputmode="numeric"
            value={code}
            required
            maxlength={40}
            autocomplete="off"
            spellcheck={false}
            aria-describedby="code-hint"
          />
          <button type="submit" class="btn btn-primary">
            {t.lookUp}
          </button>
        </div>
        <p class="hint" id="code-hint">
          {t.numberHint}
        </p>
      </div>
    </form>
  )
}
