// A food diary: search, add a serving, and see the energy of the day.
import { portion } from '@larder/client'
import type { Food, LarderSearch } from '@larder/search-element'
import '@larder/search-element/react'
import { useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

interface Entry {
  number: number
  name: string
  grams: number
  kcal: number | null
}

function Diary() {
  const search = useRef<LarderSearch>(null)
  const [entries, setEntries] = useState<Entry[]>([])
  const add = (food: Food) => {
    const { grams, calories_kcal } = portion(food, food.serving_size_g ?? 100)
    setEntries([
      ...entries,
      { number: entries.length, name: food.name, grams, kcal: calories_kcal },
    ])
    search.current?.clear()
  }
  const known = entries.map(({ kcal }) => kcal).filter(kcal => kcal !== null)
  const total = Math.round(known.reduce((sum, kcal) => sum + kcal, 0))
  return (
    <main>
      <larder-search
        ref={search}
        api-url="http://localhost:8080"
        label="Add a food"
        placeholder="For example, whole milk"
        onlarder-select={event => add(event.detail)}
      />
      <ul>
        {entries.map(({ number, name, grams, kcal }) => (
          <li key={number}>
            {name}, {grams} g:{' '}
            {kcal === null ? 'energy unknown' : `${Math.round(kcal)} kcal`}
          </li>
        ))}
      </ul>
      <p>
        Today: {known.length < entries.length && 'at least '}
        {total} kcal
      </p>
    </main>
  )
}

createRoot(document.getElementById('root') ?? document.body).render(<Diary />)
