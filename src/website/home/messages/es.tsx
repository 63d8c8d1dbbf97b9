import { formats } from '../../i18n/format.ts'
import type { HomeMessages } from './en.tsx'

const { number, plural } = formats.es

const words = ['un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']

export const es: HomeMessages = {
  title: 'Larder: información nutricional por nombre o código de barras',
  description:
    'Busque información nutricional por nombre, marca o código de barras y obtenga los mismos datos con una API JSON gratuita.',
  headline: {
    millions: count =>
      `Información nutricional de ${words[count - 1] ?? number(count)} ${count === 1 ? 'millón' : 'millones'} de alimentos`,
    foods: count =>
      plural(count, {
        one: 'Información nutricional de # alimento',
        other: 'Información nutricional de # alimentos',
      }),
    none: 'Información nutricional de sus alimentos',
  },
  lead: 'Consulte cualquier producto por nombre o código de barras. Vea qué dice la etiqueta, cómo se sitúa frente a otros y de dónde viene cada cifra.',
  try: 'Pruebe con',
  examples: ['yogur griego', 'plátano', 'bebida de avena', 'miel'],

  per100g: 'Por 100 g',
  label: 'Etiqueta',
  apiField: 'Campo de la API',
  apiDocs: 'Documentación de la API',
  dataFrom: 'Datos:',

  coverage: 'Contenido del catálogo',
  foods: 'alimentos para consultar',
  complete: 'con información nutricional completa',
  fromSource: source => `de ${source}`,
  updated: 'última actualización',

  popular: 'Alimentos populares',
  allPopular: 'Todos los alimentos populares',
  browse: 'Explorar por categoría',
  allCategories: 'Todas las categorías',

  sameData: 'Los mismos datos en su aplicación',
  sameDataText: fields =>
    `Una solicitud, sin clave de API para empezar. JSON sencillo, un objeto plano por alimento, con ${fields} campos documentados.`,
  ticks: [
    <>
      <b>Siempre por 100 g.</b> Basta una multiplicación para cualquier porción.
    </>,
    <>
      <b>
        Lo desconocido es <code>null</code>, nunca 0.
      </b>{' '}
      Así distingue lo que falta de un cero.
    </>,
    <>
      <b>Un índice de fiabilidad en cada alimento</b>, de 0 a 1, con su fuente.
    </>,
  ],
  quickStart: 'Leer la guía de inicio',
  reference: 'Referencia de la API',
  codeLanguage: 'Lenguaje de programación',
  exampleRequest: 'Solicitud de ejemplo',

  sources: 'Cada cifra tiene una fuente',
  productLabels: 'Etiquetas de productos',
  productLabelsText: source =>
    `Copiadas del envase por voluntarios de ${source}. Comprobamos que sean verosímiles al importarlas.`,
  referenceFoods: 'Alimentos de referencia',
  referenceFoodsText: source =>
    `Datos de laboratorio de ${source}. Ideales para fruta, verdura, carne y otros alimentos sin procesar.`,
  estimates: 'Estimaciones',
  estimatesText:
    'Para los alimentos sin etiqueta. Siempre se distinguen de los datos de etiqueta y aparecen después de ellos.',

  plans: 'Planes sencillos',
  comparePlans: 'Comparar planes',
  free: 'Gratis',
  noCard: 'sin tarjeta',
  perMinute: count => (
    <>
      <b class="tnum">{number(count)}</b>{' '}
      {plural(count, { one: 'solicitud por minuto', other: 'solicitudes por minuto' })}
    </>
  ),
  getKey: 'Obtener una clave de API gratis',
  noOverage: 'Sin tarjeta. Sin cargos por exceso.',
}
