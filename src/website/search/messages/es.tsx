import { formats } from '../../i18n/format.ts'
import type { SearchMessages } from './en.tsx'

const { number, plural } = formats.es

export const es: SearchMessages = {
  title: 'Búsqueda',
  titleOf: q => `${q} · Búsqueda`,
  description: 'Busque alimentos por nombre, marca o código de barras, aunque haya erratas.',
  heading: 'Buscar alimentos',

  atLeastFoods: count => plural(count, { one: 'Al menos # alimento', other: 'Al menos # alimentos' }),
  range: (first, last, total) => `${number(first)}–${number(last)} de ${number(total)}`,
  rewritten: link => <>Resultados para {link}.</>,
  fewerWords: link => <>Ningún alimento contiene todas estas palabras. Resultados para {link}.</>,
  bestMatches: 'Estos son los mejores resultados. Añada una palabra o un filtro para acotar la búsqueda.',

  kind: 'Tipo de alimento',
  kinds: { all: 'Todos', generic: 'De referencia', branded: 'De marca' },
  filters: 'Filtros',
  filtersOf: count => plural(count, { one: '# filtro activo', other: '# filtros activos' }),
  reset: 'Restablecer',
  apply: 'Mostrar resultados',
  data: 'Datos',
  names: {
    kind: 'Tipo de alimento',
    category: 'Categoría',
    brand: 'Marca',
    country: 'País de venta',
    source: 'Fuente',
    complete: 'Información nutricional completa',
    photo: 'Con foto',
  },
  any: 'Cualquiera',
  nutrition: 'Nutrientes por 100 g',
  atLeast: 'mínimo',
  atMost: 'máximo',
  boundOf: (nutrient, unit, bound) => `${nutrient} en ${unit}, ${bound}`,
  equals: (name, value) => `${name}: ${value}`,
  minimum: (nutrient, amount) => `${nutrient}: mínimo ${amount}`,
  maximum: (nutrient, amount) => `${nutrient}: máximo ${amount}`,
  between: (nutrient, min, max) => `${nutrient}: de ${min} a ${max}`,
  activeFilters: 'Filtros activos',
  removeFilter: ', quitar el filtro',
  ignored: values => `No se usa como filtro: ${values}`,

  sortBy: 'Ordenar por',
  sort: {
    relevance: 'Mejor coincidencia',
    popularity: 'Más populares',
    confidence: 'Mejor documentados',
    name: 'Nombre',
    highest: nutrient => `${nutrient}, de mayor a menor`,
    lowest: nutrient => `${nutrient}, de menor a mayor`,
  },
  applySort: 'Ordenar',
  cards: 'Tarjetas',

  moreEntries: count => plural(count, { one: '+# entrada más', other: '+# entradas más' }),
  withSameName: ' con este nombre',
  withSameNameAndBrand: ' con este nombre y esta marca',
  allNamed: name => <>Todas las entradas con el nombre {name}.</>,
  backToResults: 'Volver a todos los resultados',

  missing: link => (
    <>
      <b>¿Falta un producto?</b> Añádalo en {link} con una foto de la etiqueta. Aparecerá aquí tras la próxima
      sincronización.
    </>
  ),
  noResults: q => `No hay resultados para «${q}»`,
  noMatch: 'Revise la ortografía, use menos palabras u omita los tamaños y las marcas.',
  noMatchWithFilters: 'Ningún alimento coincide con sus palabras y, a la vez, con todos los filtros.',
  noBarcode:
    'Ningún alimento tiene este código de barras. Compruebe todas las cifras, incluidas la primera y la última.',
  noMore: 'No hay entradas con este nombre.',
  removeFilters: 'Quitar todos los filtros',
  addProduct: 'Añadirlo en Open Food Facts',
  scan: 'Escanear un código de barras',
  tooShort: 'Escriba al menos 2 caracteres.',
  advice: examples => (
    <>
      Busque por nombre, marca o código de barras, en cualquier idioma. Las erratas no importan. Pruebe con{' '}
      {examples[0]} o {examples[1]}.
    </>
  ),
  popular: 'Alimentos populares',
  allPopular: 'Todos los alimentos populares',
  browse: 'Explorar por categoría',
  allCategories: 'Todas las categorías',
  tooMany: 'Demasiadas búsquedas',
  tooManyText: (limit, seconds) =>
    `Ha hecho más de ${number(limit)} búsquedas en un minuto. Inténtelo de nuevo en ${plural(seconds, { one: '# segundo', other: '# segundos' })}.`,
  useApi: link => <>Para búsquedas automáticas, use {link('la API')}.</>,

  referenceFoods: 'Alimentos de referencia',
  products: 'Productos',
  searchFor: q => `Buscar «${q}»`,
}
