import { formats } from '../../i18n/format.ts'
import type { BrandMessages } from './en.ts'

const { number, plural } = formats.es
const brands = (count: number) => plural(count, { one: '# marca', other: '# marcas' })

export const es: BrandMessages = {
  title: 'Marcas',
  description: count => `Explore los alimentos de ${brands(count)}, con sus valores nutricionales por 100 g.`,
  intro: (count, minFoods) =>
    `${brands(count)} con al menos ${number(minFoods)} alimentos, primero las más grandes. Los alimentos con el mismo nombre y la misma marca cuentan una vez.`,
  find: 'Buscar una marca',
  findButton: 'Buscar',
  matches: (count, find) => `${brands(count)} para «${find}»`,
  firstMatches: (count, find) => `Las ${number(count)} marcas más grandes para «${find}»`,
  noMatches: find => `Ninguna marca para «${find}»`,
  noMatchesHint: 'Las marcas más pequeñas no figuran aquí, pero la búsqueda encuentra sus alimentos.',
  searchFoods: find => `Buscar «${find}» entre los alimentos`,
  allBrands: 'Todas las marcas',
  noBrands: 'Todavía no hay marcas',
  noBrandsHint: minFoods => `Aquí aparecen las marcas con al menos ${number(minFoods)} alimentos.`,

  brandDescription: (brand, foods) =>
    `Valores nutricionales de ${foods} de la marca ${brand}: energía, proteínas, hidratos de carbono y grasas por 100 g.`,
  summary: 'Por popularidad · Valores por 100 g',
  range: (first, last, foods) => `${number(first)} a ${number(last)} de ${foods}`,
  notFound: 'Marca no encontrada',
  notFoundHint: 'Ningún alimento del catálogo indica esta marca.',
  pastEnd: 'No hay más alimentos',
  pastEndHint: brand => `La lista de ${brand} termina antes de esta página.`,
  firstPage: 'Primera página',
}
