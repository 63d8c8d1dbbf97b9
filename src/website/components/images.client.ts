// An image that cannot be loaded makes room for the drawing behind it, in lists that change too.
const images = '.food-photo img, .food-thumbnail img'

for (const image of document.querySelectorAll<HTMLImageElement>(images)) {
  if (image.complete && image.naturalWidth === 0) image.remove()
}

// Errors of images do not bubble, but they can be met on their way down.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement && target.matches(images)) target.remove()
  },
  true,
)

export {}
