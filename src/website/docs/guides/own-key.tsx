// The reader's key in the samples of the page. Only hashes of keys are stored, so the reader has to paste it; the script neither
// stores nor sends it. Hidden without JavaScript.

/** What the samples say instead of a key. */
export const keyVariable = '$LARDER_KEY'

export function OwnKey() {
  return (
    <div class="own-key stack-s" data-own-key={keyVariable} hidden>
      <div class="cluster" data-without-key>
        <label for="own-key">Your key</label>
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
          Use my key
        </button>
        <p class="error" id="own-key-problem" role="alert" hidden>
          This is not a key for food data: it starts with larder_read_ or larder_full_ and has 50 characters.
        </p>
      </div>
      <div class="cluster" data-with-key hidden>
        <p role="status">The samples on this page use your key. Copy buttons copy the whole key.</p>
        <button class="btn" type="button">
          Forget it
        </button>
      </div>
      <p class="hint" id="own-key-hint">
        We store only a hash of your key and cannot fill it in. It stays on this page, is sent nowhere, and is
        gone when you leave.
      </p>
    </div>
  )
}
