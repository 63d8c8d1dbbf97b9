import { formats } from '../../i18n/format.ts'
import type { CategoryMessages } from './en.ts'

const { number, plural } = formats.es

export const es: CategoryMessages = {
  title: 'Categorías',
  description: categories =>
    `Explore los alimentos de ${plural(categories, { one: '# categoría', other: '# categorías' })}, con sus valores nutricionales por 100 g.`,
  intro: (shelves, categories) =>
    `${plural(shelves, { one: '# sección', other: '# secciones' })} con ${plural(categories, { one: '# categoría', other: '# categorías' })}. Los alimentos con el mismo nombre y la misma marca cuentan una vez.`,
  find: 'Buscar una categoría',
  findButton: 'Buscar',
  matches: (count, find) => `${plural(count, { one: '# categoría', other: '# categorías' })} para «${find}»`,
  noMatches: find => `Ninguna categoría para «${find}»`,
  noMatchesHint: 'Pruebe con una palabra más corta o busque entre todos los alimentos.',
  searchFoods: find => `Buscar «${find}» entre los alimentos`,
  allCategories: 'Todas las categorías',
  allIn: category => `Ver todo: ${category}`,
  others: 'Otras categorías',
  noCategories: 'Todavía no hay categorías',
  noCategoriesHint: 'Aparecerán después de la primera importación de alimentos.',

  categoryDescription: (category, foods) =>
    `Valores nutricionales de ${foods} de la categoría ${category}: energía, proteínas, hidratos de carbono y grasas por 100 g.`,
  childrenOf: category => `Subcategorías de ${category}`,
  range: (first, last, foods) => `${number(first)} a ${number(last)} de ${foods}`,
  valuesPer100g: 'Valores por 100 g',
  view: 'Vista',
  rows: 'Filas',
  cards: 'Tarjetas',
  sortBy: 'Ordenar por',
  apply: 'Aplicar',
  sort: {
    popularity: 'Popularidad',
    name: 'Nombre',
    calories_kcal: 'Menos energía',
    protein_g: 'Más proteínas',
    fiber_g: 'Más fibra',
    sugar_g: 'Menos azúcares',
  },
  notFound: 'Categoría no encontrada',
  notFoundHint: 'Las categorías cambian con los datos; es posible que esta tenga otro nombre.',
  pastEnd: 'No hay más alimentos',
  pastEndHint: category => `La lista de ${category} termina antes de esta página.`,
  firstPage: 'Primera página',
}
