import { formats } from '../../../i18n/format.ts'
import type { ErrorMessages } from './en.tsx'

const { number, plural } = formats.es

export const es: ErrorMessages = {
  notFound: {
    title: 'Página no encontrada',
    text: 'Puede que la dirección tenga una errata o que el alimento se haya fusionado con otra entrada. Búsquelo aquí:',
  },
  serverError: {
    title: 'Algo ha fallado',
    text: 'Se ha producido un error inesperado y ha quedado registrado. Inténtelo de nuevo en un momento.',
  },
  unavailable: {
    title: 'No disponible temporalmente',
    text: 'Ahora mismo no se puede acceder a la base de datos. No se ha cambiado nada. Inténtelo de nuevo en unos segundos.',
  },
  badRequest: {
    title: 'La solicitud ha fallado',
    text: 'El servidor no ha podido procesar esta solicitud. Vuelva atrás, revise lo que ha escrito e inténtelo de nuevo.',
  },
  formExpired: {
    title: 'Este formulario ha caducado',
    text: 'Sus cambios no se han guardado. Puede que haya iniciado o cerrado sesión en otra pestaña, o que el formulario no se haya enviado desde este sitio.',
  },
  formExpiredAdvice: origin => (
    <>
      Vuelva atrás, recargue la página e inténtelo de nuevo. Compruebe que las cookies están activadas y que
      está usando {origin}.
    </>
  ),
  toAccount: 'Ir a su cuenta',

  tooManyPages: {
    title: 'Demasiadas páginas',
    text: limit =>
      `Su dirección IP ha abierto más de ${number(limit)} páginas en un minuto, así que esta página no se ha cargado.`,
  },
  tooManyAtOnce: {
    title: 'Demasiadas páginas a la vez',
    text: 'Su dirección IP está cargando demasiadas páginas a la vez, así que esta página no se ha cargado.',
  },
  busy: {
    title: 'El sitio está saturado',
    text: 'El sitio tiene ahora más visitantes de los que puede atender, así que esta página no se ha cargado.',
  },
  oneSitemap: {
    title: 'Un solo mapa del sitio a la vez',
    text: 'Su dirección IP ya está recibiendo un mapa del sitio, así que este no se ha enviado.',
  },
  tooManyDownloads: {
    title: 'Demasiadas descargas a la vez',
    text: limit =>
      plural(limit, {
        one: 'Su dirección IP ya está descargando # paquete, así que este no se ha enviado.',
        other: 'Su dirección IP ya está descargando # paquetes, así que este no se ha enviado.',
      }),
  },
  retryAfter: seconds =>
    plural(seconds, {
      one: 'Inténtelo de nuevo en # segundo.',
      other: 'Inténtelo de nuevo en # segundos.',
    }),
  forPrograms: link => (
    <>
      ¿Recorre el sitio con un programa? Siga el {link('/sitemap.xml', 'mapa del sitio')}, espere el tiempo
      que indica la cabecera <code>Retry-After</code> y use {link('/docs', 'la API')} para los datos. Para
      todo el catálogo, {link('/docs/self-hosting', 'aloje Larder usted mismo')} con los volcados de licencia
      abierta.
    </>
  ),

  searchFoods: 'Buscar alimentos',
  searchFoodsText: 'Por nombre, marca o código de barras',
  categories: 'Explorar las categorías',
  categoriesText: 'De la mayor a la menor',
  docs: 'Leer la documentación',
  docsText: 'Guía de inicio y referencia de la API',
  home: 'Ir a la página de inicio',
  homeText: 'Alimentos populares y cifras',
  requestId: id => <>Identificador de la solicitud: {id}. Indíquelo si se pone en contacto con nosotros.</>,
}
