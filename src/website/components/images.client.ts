// A picture that cannot be loaded makes room for the drawing behind it, in lists that change too.
const pictures = '.food-photo img, .food-picture img'

for (const picture of document.querySelectorAll<HTMLImageElement>(pictures)) {
  if (picture.complete && picture.naturalWidth === 0) picture.remove()
}

// Errors of pictures do not bubble, but they can be met on their way down.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement && target.matches(pictures)) target.remove()
  },
  true,
)

export {}
