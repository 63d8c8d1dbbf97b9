// Removes photos that fail to load, so that the picture of the category behind them shows; also in lists that are updated later.
const selector = '.photo img'

for (const image of document.querySelectorAll<HTMLImageElement>(selector)) {
  if (image.complete && image.naturalWidth === 0) image.remove()
}

// Image error events do not bubble, so listen in the capture phase.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement && target.matches(selector)) target.remove()
  },
  true,
)

export {}
