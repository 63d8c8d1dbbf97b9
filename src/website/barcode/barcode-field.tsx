/** The digits of a barcode, typed. */
export function BarcodeField({ code = '' }: { code?: string }) {
  return (
    <form action="/barcode" class="barcode-form">
      <label for="code">The digits below the bars</label>
      <p class="hint" id="code-hint">
        8 to 14 of them; spaces do not matter.
      </p>
      <div class="joined">
        <input
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
        <button type="submit">Look it up</button>
      </div>
    </form>
  )
}
