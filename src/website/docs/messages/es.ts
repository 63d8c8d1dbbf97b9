import { formats } from '../../i18n/format.ts'
import type { DocsMessages } from './en.ts'

const { plural } = formats.es

export const es: DocsMessages = {
  sections: {
    getStarted: 'Primeros pasos',
    guides: 'Guías',
    build: 'Crear con Larder',
    migrate: 'Pasarse a Larder',
    reference: 'Referencia de la API',
    more: 'Más',
  },
  documentation: 'Documentación',
  documentationMenu: 'Menú de la documentación',
  searchDocs: 'Buscar en la documentación',
  onThisPage: 'En esta página',
  previousAndNext: 'Página anterior y siguiente',
  previous: 'Anterior',
  next: 'Siguiente',
  changelog: 'Novedades',
  openApiFile: 'Archivo OpenAPI',
  searchTitle: 'Buscar en la documentación',
  search: 'Buscar',
  resultsFor: (count, query) =>
    plural(count, { one: `# resultado para «${query}»`, other: `# resultados para «${query}»` }),
  noResults: query => `No hay resultados para «${query}»`,
  noResultsHint:
    'Use menos palabras o palabras más cortas, o consulte el menú. La documentación está en inglés.',
  searchHint: 'Escriba una palabra, como «barcode», «429» o «null». La documentación está en inglés.',
  searchDescription: 'Buscar en todas las guías y en la referencia de la API.',
  tryIt: 'Probar en la zona de pruebas',
  example: 'Ejemplo de solicitud y respuesta',
  exampleResponse: 'ejemplo',
  endpoint: 'Endpoint',
  apiKey: 'Clave de API',
  optional: 'opcional',
  keyHint: 'Solo se envía a la API y nunca se guarda.',
  notSet: 'sin definir',
  showRequest: 'Mostrar solicitud',
  send: 'Enviar solicitud',
  request: 'Solicitud',
  response: 'Respuesta',
  headers: 'Cabeceras visibles para los scripts',
  openInNewTab: 'Abrir en una pestaña nueva',
  curlCommand: 'comando curl',
  playgroundDescription:
    'Envíe solicitudes desde el navegador y vea el estado, las cabeceras, el límite y el contenido de la respuesta.',

  timedOut: 'No hubo respuesta en {seconds} segundos. Inténtelo más tarde.',
  invalidKey: 'La clave de API contiene un carácter no válido. Cópiela de nuevo.',
  unreachable: 'No se pudo acceder a la API en {url}. Compruebe su conexión a Internet e inténtelo de nuevo.',
  retryIn: 'Inténtelo de nuevo en {seconds} s.',
  quotaHint: 'Envíe una clave de API para ver cuántas solicitudes le quedan.',
  requestsLeft: 'Solicitudes restantes',
  quota: 'Quedan {remaining} de {limit} solicitudes hasta las {time}',
}
