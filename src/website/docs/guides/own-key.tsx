// The reader's key in the samples of the page. Only hashes of keys are stored, so the reader has to paste it; the script neither
// stores nor sends it. Hidden without JavaScript.
import { type Prose, useProse } from '../article.ts'

/** What the samples say instead of a key. */
export const keyVariable = '$LARDER_KEY'

const en = {
  label: 'Your key',
  use: 'Use my key',
  problem:
    'This is not a key for food data: it starts with larder_read_ or larder_full_ and has 50 characters.',
  inUse: 'The samples on this page use your key. Copy buttons copy the whole key.',
  forget: 'Forget it',
  hint: 'We store only a hash of your key and cannot fill it in. It stays on this page, is sent nowhere, and is gone when you leave.',
}

const de: typeof en = {
  label: 'Ihr Schlüssel',
  use: 'Meinen Schlüssel einsetzen',
  problem:
    'Das ist kein Schlüssel für Lebensmitteldaten: Er beginnt mit larder_read_ oder larder_full_ und hat 50 Zeichen.',
  inUse: 'Die Beispiele auf dieser Seite verwenden Ihren Schlüssel. „Kopieren“ kopiert ihn vollständig.',
  forget: 'Wieder entfernen',
  hint: 'Wir speichern nur einen Hash Ihres Schlüssels und können ihn deshalb nicht einsetzen. Er bleibt auf dieser Seite, wird nicht gesendet und ist weg, sobald Sie die Seite verlassen.',
}

const prose: Prose<typeof en> = { en, de }

export function OwnKey() {
  const t = useProse(prose)
  return (
    <div class="own-key stack-s" data-own-key={keyVariable} hidden>
      <div class="cluster" data-without-key>
        <label for="own-key">{t.label}</label>
        {/* Without a name and outside a form, so that no browser sends it. */}
        <input
          class="input"
          id="own-key"
          type="password"
          autocomplete="off"
          placeholder="larder_read_…"
          aria-describedby="own-key-hint own-key-problem"
        />
        <button class="btn" type="button">
          {t.use}
        </button>
        <p class="error" id="own-key-problem" role="alert" hidden>
          {t.problem}
        </p>
      </div>
      <div class="cluster" data-with-key hidden>
        <p role="status">{t.inUse}</p>
        <button class="btn" type="button">
          {t.forget}
        </button>
      </div>
      <p class="hint" id="own-key-hint">
        {t.hint}
      </p>
    </div>
  )
}
