// light-dark() follows the color-scheme of the page, so that the element is not dark on a page that is always light.
export const styles = `
:host {
  --_text: var(--larder-text, light-dark(#1d1b16, #f1eee6));
  --_muted: var(--larder-muted, light-dark(#5b574d, #b8b2a4));
  --_background: var(--larder-background, light-dark(#fff, #1f1d19));
  --_border: var(--larder-border, light-dark(#8a8578, #857f72));
  --_accent: var(--larder-accent, light-dark(#1f6f43, #7ecb9d));
  --_active: var(--larder-active, light-dark(#e7f2ea, #2b3a30));
  --_error: var(--larder-error, light-dark(#a3231a, #ff9d92));
  --_radius: var(--larder-radius, 6px);
  display: block;
  position: relative;
  color: var(--_text);
  font: inherit;
  text-align: start;
}
:host([hidden]), [hidden] { display: none }
* { box-sizing: border-box }
input {
  width: 100%;
  min-height: 2.75em;
  padding: .5em .75em;
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  background: var(--_background);
  color: inherit;
  font: inherit;
}
input::placeholder { color: var(--_muted); opacity: 1 }
input:disabled { opacity: .6; cursor: not-allowed }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px }
#popup {
  position: absolute;
  z-index: var(--larder-z-index, 10);
  inset-inline: 0;
  top: calc(100% + 4px);
  border: 1px solid var(--_border);
  border-radius: var(--_radius);
  background: var(--_background);
  box-shadow: 0 6px 20px rgb(0 0 0 / .18);
  overflow: hidden;
}
ul {
  max-height: var(--larder-list-height, 22em);
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
}
li {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 1em;
  padding: .55em .75em;
  cursor: pointer;
}
li:hover, li[aria-selected=true] { background: var(--_active) }
li[aria-selected=true] { outline: 2px solid var(--_accent); outline-offset: -2px }
small { font-size: .875em; color: var(--_muted) }
.food { min-width: 0; overflow-wrap: anywhere }
.food small { display: block }
.energy { margin-inline-start: auto; white-space: nowrap }
p { margin: 0; padding: .6em .75em }
#message.error { color: var(--_error) }
#credit { border-top: 1px solid var(--_border); color: var(--_muted); font-size: .8125em }
#credit a { color: inherit }
#status {
  position: absolute;
  width: 1px;
  height: 1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
`
