// A food diary that stays on the device: search, scan, portions and totals of a day.
import { createClient, type Food, portion, totals } from '@larder/client'

const apiUrl = 'http://localhost:8080'
const larder = createClient({ baseUrl: apiUrl })

interface Entry {
  food: Food
  grams: number
}

const shownNutrients = [
  ['calories_kcal', 'Energy', 'kcal'],
  ['protein_g', 'Protein', 'g'],
  ['carbs_g', 'Carbohydrates', 'g'],
  ['fat_g', 'Fat', 'g'],
  ['fiber_g', 'Fibre', 'g'],
] as const

const element = <T extends HTMLElement>(id: string) =>
  document.getElementById(id) as T
const show = (text: string) => (element('message').textContent = text)
const titleOf = ({ name, brand }: Food) => (brand ? `${name} (${brand})` : name)
const rounded = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

// The diary: one list of entries for each day.
let day = new Date()
const keyOf = (date: Date) =>
  `diary-${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
const readEntries = (): Entry[] =>
  JSON.parse(localStorage.getItem(keyOf(day)) ?? '[]')

function saveEntries(entries: Entry[]): void {
  localStorage.setItem(keyOf(day), JSON.stringify(entries))
  showDay()
}

function showDay(): void {
  const entries = readEntries()
  element('day').textContent = day.toLocaleDateString('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  element('entries').replaceChildren(
    ...entries.map((entry, index) => entryItem(entry, index)),
  )
  const sum = totals(entries)
  element('totals').replaceChildren(
    ...shownNutrients.map(([name, label, unit]) => {
      const row = document.createElement('tr')
      const heading = document.createElement('th')
      heading.scope = 'row'
      heading.textContent = label
      // Where one food does not state a value, the total is at least the rest.
      const value =
        sum[name] === null
          ? `at least ${rounded(sum.known[name])}`
          : rounded(sum[name])
      row.append(heading, row.insertCell())
      if (row.cells[1]) row.cells[1].textContent = `${value} ${unit}`
      return row
    }),
  )
}

function entryItem({ food, grams }: Entry, index: number): HTMLLIElement {
  const item = document.createElement('li')
  const { calories_kcal } = portion(food, grams)
  const energy =
    calories_kcal === null ? 'energy unknown' : `${rounded(calories_kcal)} kcal`
  const remove = document.createElement('button')
  remove.textContent = 'Remove'
  remove.setAttribute('aria-label', `Remove ${food.name}`)
  remove.onclick = () =>
    saveEntries(readEntries().filter((_, other) => other !== index))
  item.append(`${titleOf(food)}, ${rounded(grams)} g: ${energy}`, remove)
  return item
}

function moveDay(days: number): void {
  day = new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
  showDay()
}

// Choosing a portion.
let chosen: Food | null = null

function choose(food: Food): void {
  chosen = food
  element('chosen-food').textContent = titleOf(food)
  const portions: [string, number][] = [['100 g', 100]]
  if (food.serving_size_g !== null)
    portions.unshift([
      `${food.serving_desc ?? '1 serving'} (${food.serving_size_g} g)`,
      food.serving_size_g,
    ])
  element<HTMLSelectElement>('portion').replaceChildren(
    ...portions.map(([label, grams]) => new Option(label, String(grams))),
  )
  element('portion-form').hidden = false
  usePortion()
  element('portion').focus()
  show('')
}

function usePortion(): void {
  element<HTMLInputElement>('grams').value =
    element<HTMLSelectElement>('portion').value
  showPortion()
}

function showPortion(): void {
  const grams = element<HTMLInputElement>('grams').valueAsNumber
  if (chosen === null || !(grams >= 0)) return
  const { calories_kcal } = portion(chosen, grams)
  element('portion-energy').textContent =
    calories_kcal === null ? 'Energy unknown' : `${rounded(calories_kcal)} kcal`
}

function addChosen(): void {
  const grams = element<HTMLInputElement>('grams').valueAsNumber
  if (chosen === null) return
  saveEntries([...readEntries(), { food: chosen, grams }])
  show(`Added ${chosen.name}.`)
  chosen = null
  element('portion-form').hidden = true
  element<HTMLFormElement>('search-form').reset()
  element('results').replaceChildren()
}

// Barcodes, typed or scanned.
async function lookUpBarcode(barcode: string): Promise<void> {
  show('Looking up …')
  const food = await larder.barcode(barcode.replaceAll(' ', ''))
  if (food === null) show(`No food has the barcode ${barcode}.`)
  else choose(food)
}

interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
const Detector = (
  globalThis as { BarcodeDetector?: new (options: object) => BarcodeDetector }
).BarcodeDetector

async function scan(detector: BarcodeDetector): Promise<void> {
  const camera = element<HTMLVideoElement>('camera')
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  })
  camera.srcObject = stream
  camera.hidden = false
  await camera.play()
  let found: string | undefined
  while (found === undefined && stream.active) {
    await new Promise(requestAnimationFrame)
    found = (await detector.detect(camera))[0]?.rawValue
  }
  for (const track of stream.getTracks()) track.stop()
  camera.hidden = true
  if (found !== undefined) await lookUpBarcode(found)
}

async function search(): Promise<void> {
  show('Searching …')
  const query = element<HTMLInputElement>('query').value
  const foods = await larder.search(query)
  show(foods.length === 0 ? `No food matches “${query}”.` : '')
  element('results').replaceChildren(
    ...foods.map(food => {
      const item = document.createElement('li')
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = titleOf(food)
      button.onclick = () => choose(food)
      item.append(button)
      return item
    }),
  )
}

/** Runs the work of a handler, and says what went wrong. */
const run = (work: () => Promise<void> | void) => (event?: Event) => {
  if (event?.type === 'submit') event.preventDefault()
  Promise.resolve()
    .then(work)
    .catch((error: Error) => show(error.message))
}

element('search-form').onsubmit = run(search)
element('barcode-form').onsubmit = run(() =>
  lookUpBarcode(element<HTMLInputElement>('barcode').value),
)
element('portion').onchange = usePortion
element('grams').oninput = showPortion
element('portion-form').onsubmit = run(addChosen)
element('previous-day').onclick = () => moveDay(-1)
element('next-day').onclick = () => moveDay(1)
if (Detector !== undefined) {
  const detector = new Detector({
    formats: ['ean_13', 'ean_8', 'upc_a', 'upc_e'],
  })
  element('scan').hidden = false
  element('scan').onclick = run(() => scan(detector))
}
showDay()
if (navigator.serviceWorker)
  run(
    async () =>
      void (await navigator.serviceWorker.register('/service-worker.js')),
  )()
