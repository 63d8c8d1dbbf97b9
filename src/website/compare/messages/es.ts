import { formats } from '../../i18n/format.ts'
import type { CompareMessages } from './en.ts'

const { number, plural } = formats.es

export const es: CompareMessages = {
  title: 'Comparar alimentos',
  titleOf: foods => `Comparación: ${foods}`,
  description: maxFoods =>
    `Compare los valores nutricionales de hasta ${number(maxFoods)} alimentos en paralelo, por 100 g o por porción.`,
  per100gHint:
    'Por 100 g. Se destaca el mejor valor de cada fila cuando un valor más alto o más bajo es claramente mejor.',
  perServingHint:
    'Por porción, según indica cada etiqueta. Las porciones tienen tamaños distintos, por lo que no se destaca ningún valor.',
  valuesFor: 'Mostrar los valores',
  per100g: 'Por 100 g',
  perServing: 'Por porción',
  table: 'Comparación',
  remove: food => `Quitar ${food}`,
  addFood: 'Añadir',
  better: 'mejor valor',
  energyFrom: 'Fuentes de energía',
  energyShares: (protein, carbs, fat) => `${protein} proteínas, ${carbs} hidratos de carbono, ${fat} grasas`,
  brand: 'Marca',
  serving: 'Porción',
  data: 'Datos',
  source: 'Fuente',
  estimateNote:
    'Las estimaciones por IA llevan el signo ≈. No están medidas, así que nunca cuentan como el mejor valor.',
  tooFew: 'Añada un segundo alimento para comparar.',
  notFound: count =>
    plural(count, { one: 'No se encontró # alimento.', other: 'No se encontraron # alimentos.' }),
  tooMany: maxFoods => `Solo se comparan los primeros ${number(maxFoods)} alimentos.`,
  full: maxFoods => `El máximo son ${number(maxFoods)} alimentos. Quite uno para añadir otro.`,
  addTitle: 'Añadir un alimento',
  addLabel: 'Nombre, marca o código de barras',
  search: 'Buscar',
  results: q => `Alimentos para «${q}»`,
  noResults: q => `Ningún alimento para «${q}». Revise la ortografía o pruebe con otra palabra.`,
  tooShort: 'Escriba al menos 2 caracteres.',
  tooManySearches: seconds =>
    `Demasiadas búsquedas. Espere ${plural(seconds, { one: '# segundo', other: '# segundos' })} y vuelva a intentarlo.`,
  add: 'Añadir',
  addNamed: food => `Añadir ${food}`,
  fromCategory: category => `Añadir de la categoría ${category}`,
  emptyTitle: '¿Qué alimentos desea comparar?',
  emptyHint: 'Busque un alimento y añádalo.',
  examples: 'Comparaciones populares',
  pair: (one, other) => `${one} o ${other}`,
}
