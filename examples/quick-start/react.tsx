// Search for a food and show the energy in 250 g of it.
import { type Food, portion } from '@larder/client'
import '@larder/search-element/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function App() {
  const [food, setFood] = useState<Food>()
  const kcal = food && portion(food, 250).calories_kcal
  const select = (event: CustomEvent<Food>) => setFood(event.detail)
  return (
    <>
      <larder-search api-url="http://localhost:8080" onlarder-select={select} />
      {food && `250 g of ${food.name}: ${kcal ?? 'unknown'} kcal`}
    </>
  )
}

createRoot(document.body).render(<App />)
