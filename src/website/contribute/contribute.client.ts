// Shows every value also per serving or per 100 g while somebody types, and makes photos of phones small enough to send.
const form = document.querySelector<HTMLFormElement>('#food')
if (form) startConversion(form)
const photo = document.querySelector<HTMLInputElement>('[data-max-bytes]')
if (photo) startShrinking(photo)

function startConversion(form: HTMLFormElement): void {
  const template = form.querySelector<HTMLElement>('[data-per]')?.dataset['per'] ?? ''
  const isEnglish = document.documentElement.lang === 'en'
  const numberIn = (name: string) => {
    const field = form.elements.namedItem(name)
    return field instanceof HTMLInputElement ? Number(field.value.trim().replace(',', '.')) : 0
  }
  const written = (value: number) => {
    const text = String(Number(value.toPrecision(3)))
    return isEnglish ? text : text.replace('.', ',')
  }
  form.addEventListener('input', () => {
    const grams = numberIn('serving_size_g')
    const isPerServing = new FormData(form).get('per') === 'serving'
    for (const other of form.querySelectorAll<HTMLElement>('[data-other]')) {
      const value = numberIn(other.dataset['other'] ?? '')
      const converted = isPerServing ? (value * 100) / grams : (value * grams) / 100
      const basis = isPerServing ? '100 g' : `${written(grams)} g`
      other.textContent =
        value > 0 && grams > 0
          ? template.replace('{value}', written(converted)).replace('{basis}', basis)
          : ''
    }
  })
}

/** Enough to read the small print of a label. */
const maxSide = 2_000

/** Without it, or if it fails, the server says that the photo is too large. */
function startShrinking(field: HTMLInputElement): void {
  field.addEventListener('change', () => {
    const file = field.files?.[0]
    if (file && file.size > Number(field.dataset['maxBytes'])) void shrink(field, file)
  })
}

async function shrink(field: HTMLInputElement, file: File): Promise<void> {
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  canvas.toBlob(
    blob => {
      if (!blob) return
      const chosen = new DataTransfer()
      chosen.items.add(new File([blob], 'label.jpg', { type: 'image/jpeg' }))
      field.files = chosen.files
    },
    'image/jpeg',
    0.85,
  )
}
