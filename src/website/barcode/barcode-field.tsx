/** A form for entering a barcode manually. */
export function BarcodeField({ code = '' }: { code?: string }) {
  return (
    <form action="/barcode" class="barcode-form">
      <label for="code">Barcode number</label>
      <p class="hint" id="code-hint">
        The 8 to 14 digits below the bars, with or without spaces.
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
        <button type="submit">Look up</button>
      </div>
    </form>
  )
}
