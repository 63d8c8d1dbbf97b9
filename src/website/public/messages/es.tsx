import { formats } from '../../i18n/format.ts'
import type { PublicMessages } from './en.tsx'

const { number, plural } = formats.es

export const es: PublicMessages = {
  pricing: {
    title: 'Precios',
    description:
      'Cuánto cuesta la API de Larder: planes según las solicitudes por minuto. Todos incluyen todos los alimentos y todos los endpoints.',
    heading: 'Pague por velocidad, no por datos',
    lead: 'Todos los planes incluyen todos los alimentos y todos los endpoints. Usted elige cuántas solicitudes por minuto necesita.',
    free: 'Gratis',
    noCard: 'sin tarjeta',
    priceAtCheckout: 'El precio se muestra al pagar',
    priceOnRequest: 'A consultar',
    recommended: 'Para la mayoría de las aplicaciones',
    audience: {
      starter: 'Para probar y para proyectos pequeños.',
      pro: 'Para aplicaciones con usuarios reales.',
      scale: 'Para productos con mucho tráfico.',
    },
    getKey: 'Obtener una clave de API gratis',
    start: plan => `Empezar con ${plan}`,
    yourPlan: 'Ir a su plan',
    contact: 'Contactar con nosotros',
    selfHost: 'Alojarlo usted mismo',
    requestsPerMinute: 'solicitudes por minuto',
    perAddress: 'Límite por dirección IP',
    perAccount: 'Límite por cuenta, entre todas las claves',
    allFoods: 'Todos los endpoints y todos los alimentos',
    worksWithoutKey: 'También funciona sin clave',
    hourlyLimit: requests =>
      plural(requests, {
        one: 'Como máximo # solicitud por hora',
        other: 'Como máximo # solicitudes por hora',
      }),
    noHourlyLimit: 'Sin límite por hora',
    noDelay: 'Sin espera añadida',
    keyLimits: 'Claves de API con sus propios límites',
    usage: 'Uso por clave y endpoint',
    everythingIn: plan => `Todo lo de ${plan}`,
    noOverage: 'Sin cargos por exceso: por encima del límite, las solicitudes se rechazan, no se cobran.',
    pricesUnknown:
      'Nuestro proveedor de pagos no responde, por eso faltan algunos precios aquí. Verá el precio antes de pagar.',
    notSold: (
      <>
        Los planes de pago no se venden en este sitio; los asigna el operador.{' '}
        <a href="/contact">Solicite uno</a> o <a href="/docs/self-hosting">aloje Larder usted mismo</a>.
      </>
    ),
    notSoldWithoutContact: (
      <>
        Los planes de pago no se venden en este sitio; los asigna el operador. También puede{' '}
        <a href="/docs/self-hosting">alojar Larder usted mismo</a> y fijar los límites.
      </>
    ),
    compare: 'Comparar planes',
    feature: 'Característica',
    noKey: 'Sin clave',
    price: 'Precio',
    minute: 'Solicitudes por minuto',
    hour: 'Solicitudes por hora',
    counted: 'El límite se cuenta',
    byAddress: 'por dirección IP',
    byAccount: 'por cuenta',
    delay: 'Espera añadida',
    milliseconds: ms => `${number(ms)} ms`,
    none: 'ninguna',
    unlimited: 'sin límite por hora',
    allFields: 'Todos los alimentos y campos',
    keys: 'Claves de API',
    keyOptions: 'Límite y caducidad por clave',
    yes: 'Sí',
    no: 'No',
    questions: 'Preguntas frecuentes',
    overLimit: {
      question: '¿Qué ocurre si supero el límite?',
      answer: (
        <>
          Recibe una respuesta <code>429</code> con una cabecera <code>Retry-After</code> que indica cuántos
          segundos debe esperar. No se cobra nada.
        </>
      ),
    },
    delayQuestion: {
      question: '¿Por qué esperan las solicitudes gratuitas?',
      answer: ms =>
        `Las solicitudes sin clave o con una clave gratuita esperan ${number(ms)} ms antes de recibir respuesta, para atender primero a los clientes de pago.`,
    },
    commercial: {
      question: '¿Puedo usar los datos en una aplicación comercial?',
      answer: (source, license, guide) => (
        <>
          Sí. La mayoría de los alimentos procede de {source} con la licencia {license}, que exige citar la
          fuente y compartir con la misma licencia una base de datos modificada. {guide}.
        </>
      ),
      guide: 'Licencia y atribución',
    },
    cache: {
      question: '¿Puedo guardar las respuestas en caché?',
      answer: (
        <>
          Sí. Los identificadores de los alimentos son estables y cada respuesta con alimentos tiene un{' '}
          <code>ETag</code>, así que comprobar si hay cambios cuesta poco.
        </>
      ),
    },
    host: {
      question: '¿Puedo alojar Larder yo mismo?',
      answer: guide => (
        <>
          Sí. Larder es código abierto (Apache 2.0) y necesita PostgreSQL y Redis. En su propio servidor,
          usted fija los límites. {guide}.
        </>
      ),
      guide: 'Cómo alojar Larder',
    },
    change: {
      question: '¿Cómo cambio o cancelo un plan?',
      answer:
        'En su panel, en «Plan y facturación». El pago, las facturas y la cancelación se gestionan en las páginas de nuestro proveedor de pagos.',
    },
    howMany: '¿Cuántas solicitudes necesito?',
    example: perUser =>
      `Un ejemplo: cada usuario de su aplicación hace ${number(perUser)} solicitudes en la hora de más tráfico del día, repartidas por igual, y todas llegan desde su servidor.`,
    plan: 'Plan',
    users: 'Usuarios en esa hora',
    ready: 'Empiece sin clave',
    readyText:
      'Envíe ahora su primera solicitud. Solo necesita una clave para ver el uso y tener límites más altos.',
    quickStart: 'Leer la guía de inicio',
  },

  about: {
    title: 'Acerca de Larder',
    description: 'Qué es Larder, de dónde vienen sus datos y quién gestiona este sitio.',
    lead: foods =>
      foods === 0
        ? 'Larder es una base de datos abierta de alimentos y nutrición, para quienes quieren saber qué contiene su comida y para las aplicaciones que utilizan.'
        : `Larder es una base de datos abierta de nutrición con ${number(foods)} alimentos, para quienes quieren saber qué contiene su comida y para las aplicaciones que utilizan.`,
    principles: 'Con qué puede contar',
    unknown: {
      title: 'Desconocido no es cero',
      text: 'Si una etiqueta no indica un valor, lo decimos. Nunca lo sustituimos por un 0.',
    },
    source: {
      title: 'Cada alimento indica su fuente',
      text: 'Usted ve de dónde vienen los valores y cuándo se actualizaron allí por última vez. Las estimaciones por IA están señaladas y tienen otro aspecto.',
    },
    checked: {
      title: 'Los valores inverosímiles se detectan',
      text: 'Los valores que no pueden ser correctos se eliminan o se señalan, y cada alimento tiene un índice de fiabilidad.',
    },
    private: {
      title: 'Sin rastreo ni publicidad',
      text: 'Estas páginas no cargan scripts de otras empresas ni usan cookies publicitarias.',
    },
    data: 'De dónde vienen los datos',
    dataText: coverage => <>El catálogo reúne estas fuentes. {coverage}.</>,
    coverage: 'Cuántos alimentos proceden de cada una y hasta qué punto están completos',
    license: 'Licencia',
    software: 'Código abierto',
    softwareText:
      'El software de este sitio y de su API es código abierto con la licencia Apache 2.0. Cualquiera puede alojarlo.',
    sourceCode: 'Código fuente',
    selfHost: 'Alojar Larder usted mismo',
    operator: 'Quién gestiona este sitio',
    operatorImprint: (imprint, contact) => (
      <>
        Consulte el {imprint} o {contact}.
      </>
    ),
    operatorContact: contact => <>Para comunicarse con el operador, {contact}.</>,
    imprintLink: 'aviso legal',
    contactLink: 'utilice la página de contacto',
  },

  contact: {
    title: 'Contacto',
    description:
      'Cómo comunicarse con quienes gestionan este sitio e informar de un error o de un problema de seguridad.',
    lead: 'Elija el motivo de su mensaje para que llegue a las personas adecuadas.',
    email: 'Preguntas sobre este sitio, la API o su cuenta',
    emailText: 'Escríbanos. Si una solicitud falló, indique su identificador.',
    noEmail: 'El operador de este sitio no ha publicado ninguna dirección de correo electrónico.',
    imprint: link => <>El {link} indica quién gestiona el sitio.</>,
    imprintLink: 'aviso legal',
    mistake: 'Un error en un alimento o un producto que falta',
    mistakeText: source => (
      <>
        La mayoría de los productos procede de {source}, donde cualquiera puede corregirlos o añadirlos. La
        página del alimento enlaza con la ficha correcta. Las correcciones aparecen aquí tras la siguiente
        importación.
      </>
    ),
    software: 'Un fallo del programa o una idea',
    softwareText: 'Abra una incidencia en el repositorio del código fuente.',
    sourceCode: 'Código fuente',
    security: 'Un problema de seguridad',
    securityText:
      'Infórmenos en privado y denos tiempo para resolverlo antes de publicarlo. Incluya los pasos para reproducirlo.',
  },

  status: {
    title: 'Estado del servicio',
    description:
      'Si Larder funciona ahora mismo, cuándo se actualizó su catálogo y cuántas solicitudes fallaron ayer.',
    allGood: 'Todo funciona',
    degraded: 'Algunas funciones están limitadas',
    databaseAway: 'No se puede acceder a la base de datos',
    website: 'Sitio web',
    database: 'Base de datos',
    redis: 'Límites e inicio de sesión',
    up: 'Funciona',
    down: 'Sin conexión',
    websiteText: 'Este servidor respondió a su solicitud.',
    databaseUp: 'Los alimentos, la búsqueda y las cuentas están disponibles.',
    databaseDown:
      'Solo se muestran las páginas y respuestas que siguen en caché. Todo lo demás falla hasta que vuelva la base de datos.',
    redisUp: 'Los límites se cuentan para todos los servidores en conjunto.',
    redisDown:
      'Los alimentos y la búsqueda funcionan, y cada servidor cuenta los límites por su cuenta. No se puede iniciar sesión con contraseña.',
    catalog: 'Catálogo',
    foods: 'Alimentos',
    changed: 'Última actualización',
    synced: source => `${source} sincronizado hasta`,
    lastKnown: 'Estas son las últimas cifras conocidas.',
    requests: 'Solicitudes de ayer',
    requestsNote: day =>
      `El ${day} (UTC), con una clave de API. Las solicitudes sin clave no se cuentan. Una solicitud fallida recibió un error del servidor (5xx).`,
    total: 'Solicitudes',
    failed: 'Fallidas',
    noRequests: day => `El ${day} (UTC) no hubo solicitudes con clave de API.`,
    perServer: time => (
      <>
        Comprobado por el servidor que le respondió, {time}. Otros servidores de esta instalación pueden
        diferir.
      </>
    ),
  },

  changelog: {
    title: 'Novedades',
    description: 'Qué ha cambiado en Larder, para quienes usan su API o lo alojan.',
    englishOnly: 'Esta lista solo está disponible en inglés.',
  },

  legal: {
    description: {
      privacy: 'Qué datos trata este sitio, para qué y durante cuánto tiempo.',
      terms: 'Las condiciones de uso de este sitio y de su API.',
      imprint: 'Quién gestiona este sitio.',
    },
    onlyIn: language => `Este texto solo está disponible en este idioma: ${language}.`,
  },
}
