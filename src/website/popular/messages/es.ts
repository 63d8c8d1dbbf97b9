import type { PopularMessages } from './en.ts'

export const es: PopularMessages = {
  title: 'Alimentos populares',
  description: 'Los alimentos más populares con energía, proteínas, grasas e hidratos de carbono.',
  lead: 'Ordenados por popularidad. Valores por 100 g.',
  empty: 'Todavía no hay alimentos.',
  end: 'No hay más alimentos',
  endText: 'La lista termina antes de esta página.',
  firstPage: 'Volver a la primera página',
}
