import type { MailMessages } from './en.ts'

export const es: MailMessages = {
  tagline: 'Larder, datos nutricionales abiertos',
  docs: 'Documentación',
  accountFooter: account => `Este correo se refiere a su cuenta de Larder ${account}.`,
  buttonFallback: 'Si el botón no funciona, abra esta dirección:',
  facts: {
    account: 'Cuenta',
    time: 'Fecha',
    by: 'Autor',
    ipAddress: 'Dirección IP',
    browser: 'Navegador',
    recoveryCodesLeft: 'Códigos de recuperación restantes',
    passkey: 'Llave de acceso',
    key: 'Clave',
    provider: 'Proveedor',
    newAddress: 'Dirección nueva',
  },
  actors: { 'account key': 'Su clave de cuenta', operator: 'Un operador de este servicio' },
  unknownBrowser: 'Navegador desconocido',
  notYou: 'Si ha sido usted, no tiene que hacer nada. Si no, elija ahora una contraseña nueva.',
  choosePassword: 'Elegir una contraseña nueva',
  thenReview: 'Después, revise sus claves de API, llaves de acceso y proveedores vinculados:',
  cancelIfNotYou: 'Si ha sido usted, no tiene que hacer nada. Si no, cancele el cambio.',
  cancelChange: 'Cancelar el cambio',
  thenPassword: 'Después, elija una contraseña nueva, porque alguien conoce la suya o usa su navegador:',
  signIn: 'Iniciar sesión',
  emailNotYou:
    'Si usted no ha hecho este cambio, inicie sesión y cambie su contraseña, o póngase en contacto con el operador de este servicio.',
  manageKeys: 'Gestionar claves de API',
  viewPlan: 'Ver su plan',
  checkPayment: 'Revisar los datos de pago',
  viewUsage: 'Ver el uso',
  atMostWeekly: 'Enviamos este correo como máximo una vez por semana.',

  confirm: {
    subject: 'Confirme su correo para Larder',
    heading: 'Confirme su correo',
    intro: account => `Hola, ${account}: confirme esta dirección para su cuenta de Larder.`,
    button: 'Confirmar correo',
    validity: 'El enlace es válido durante 24 horas.',
    ignore: '¿No lo ha solicitado? Ignore este correo. La dirección no se usará si no la confirma.',
  },
  reset: {
    subject: 'Restablezca su contraseña de Larder',
    heading: 'Restablezca su contraseña',
    intro: account =>
      `Hola, ${account}: hemos recibido una solicitud para restablecer la contraseña de su cuenta de Larder.`,
    button: 'Elegir una contraseña nueva',
    validity: 'El enlace sirve una sola vez, durante una hora.',
    ignore: '¿No lo ha solicitado? Ignore este correo. Su contraseña no ha cambiado.',
  },
  newDevice: {
    subject: 'Nuevo inicio de sesión en su cuenta de Larder',
    heading: 'Nuevo inicio de sesión',
    intro: 'Alguien ha iniciado sesión en su cuenta desde un navegador que no conocíamos.',
  },
  passwordSet: {
    subject: 'Se ha definido una contraseña para su cuenta de Larder',
    heading: 'Contraseña definida',
    intro: 'Se ha definido una contraseña para su cuenta. Ya se puede usar para iniciar sesión.',
  },
  passwordChanged: {
    subject: 'Su contraseña de Larder se ha cambiado',
    heading: 'Contraseña cambiada',
    intro: 'La contraseña de su cuenta se ha cambiado y se han cerrado todas las demás sesiones.',
  },
  twoFactorOn: {
    subject: 'Autenticación en dos pasos activada en Larder',
    heading: 'Autenticación en dos pasos activada',
    intro: 'Iniciar sesión en su cuenta requiere ahora un segundo paso.',
  },
  twoFactorOff: {
    subject: 'Autenticación en dos pasos desactivada en Larder',
    heading: 'Autenticación en dos pasos desactivada',
    intro: 'Iniciar sesión en su cuenta ya no requiere un segundo paso.',
  },
  recoveryCodeUsed: {
    subject: 'Se ha usado un código de recuperación de Larder',
    heading: 'Código de recuperación usado',
    intro: 'Se ha usado un código de recuperación para iniciar sesión o confirmar un cambio.',
  },
  passkeyAdded: {
    subject: 'Se ha añadido una llave de acceso a su cuenta de Larder',
    heading: 'Llave de acceso añadida',
    intro: 'Se ha añadido una llave de acceso a su cuenta.',
  },
  passkeyRemoved: {
    subject: 'Se ha eliminado una llave de acceso de su cuenta de Larder',
    heading: 'Llave de acceso eliminada',
    intro: 'Se ha eliminado una llave de acceso de su cuenta.',
  },
  keyCreated: {
    subject: 'Se ha creado una clave de API de Larder',
    heading: 'Clave de API creada',
    intro: 'Se ha creado una clave de API para su cuenta.',
  },
  keyRotated: {
    subject: 'Se ha renovado una clave de API de Larder',
    heading: 'Clave de API renovada',
    intro: 'Una clave de API de su cuenta se ha sustituido por una nueva.',
  },
  providerLinked: {
    subject: 'Se ha vinculado un proveedor a su cuenta de Larder',
    heading: 'Proveedor vinculado',
    intro: 'Se ha vinculado un proveedor a su cuenta. Ya se puede usar para iniciar sesión.',
  },
  providerUnlinked: {
    subject: 'Se ha desvinculado un proveedor de su cuenta de Larder',
    heading: 'Proveedor desvinculado',
    intro: 'Se ha desvinculado un proveedor de su cuenta. Ya no se puede usar para iniciar sesión.',
  },
  emailChangeRequested: {
    subject: 'Se ha solicitado cambiar su correo de Larder',
    heading: 'Cambio de correo solicitado',
    intro:
      'Alguien ha pedido cambiar el correo de su cuenta. Cambiará cuando se confirme la dirección nueva.',
  },
  emailChanged: {
    subject: 'Su correo de Larder se ha cambiado',
    heading: 'Correo cambiado',
    intro: 'El correo de su cuenta se ha cambiado. Ya no escribiremos a esta dirección.',
  },
  emailRemoved: {
    subject: 'Su correo de Larder se ha eliminado',
    heading: 'Correo eliminado',
    intro: 'El correo de su cuenta se ha eliminado. Ya no escribiremos a esta dirección.',
  },
  accountRecovered: {
    subject: 'Se ha recuperado el acceso a su cuenta de Larder',
    heading: 'Acceso recuperado',
    intro:
      'Un operador de este servicio ha dado acceso a su cuenta a alguien que ya no podía iniciar sesión. Si no ha sido usted, póngase en contacto con el operador.',
  },
  accountSuspended: {
    subject: 'Su cuenta de Larder se ha suspendido',
    heading: 'Cuenta suspendida',
    intro:
      'Un operador de este servicio ha suspendido su cuenta. Sus sesiones y claves de API ya no funcionan. Póngase en contacto con el operador si tiene preguntas.',
  },
  keyExpiring: (key, account, at) => ({
    subject: `Su clave de API de Larder ${key} caduca pronto`,
    heading: 'Una clave de API caduca pronto',
    intro: `La clave de API ${key} de su cuenta ${account} caduca el ${at}. A partir de entonces se rechazarán las solicitudes hechas con ella. Amplíe su validez o sustitúyala por otra.`,
  }),
  planChanged: (plan, account, until) => ({
    subject: `Su plan de Larder es ahora ${plan}`,
    heading: `Su plan es ahora ${plan}`,
    intro: `El plan de su cuenta ${account} es ahora ${plan}${until === undefined ? '' : `, hasta el ${until}`}.`,
  }),
  paymentFailed: (plan, account, until) => ({
    subject: 'Su pago de Larder ha fallado',
    heading: 'Pago fallido',
    intro: `El pago del plan ${plan} de su cuenta ${account} ha fallado. ${until === undefined ? 'Revise sus datos de pago para conservar el plan.' : `Su plan sigue activo hasta el ${until}. Después, su cuenta pasa a Starter. Para conservar su plan actual, revise sus datos de pago.`}`,
  }),
  limitReached: ({ percent, limit, window, keyName, accountName, isExhausted }) => ({
    subject: `Ha usado el ${percent} de su límite de Larder`,
    heading: `${percent} de su límite usado`,
    intro: `${keyName === null ? `Su cuenta ${accountName}` : `La clave de API ${keyName} de su cuenta ${accountName}`} ha usado el ${percent} de su límite de ${limit} solicitudes por ${window === 'minute' ? 'minuto' : 'hora'}.${isExhausted ? ` Las demás solicitudes ${window === 'minute' ? 'del mismo minuto' : 'de la misma hora'} se rechazan con el estado 429.` : ''}`,
  }),
}
