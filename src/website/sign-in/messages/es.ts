import { formats } from '../../i18n/format.ts'
import type { SignInMessages } from './en.ts'

const { plural } = formats.es

export const es: SignInMessages = {
  email: 'Correo electrónico',
  username: 'Nombre de usuario',
  usernameOrEmail: 'Nombre de usuario o correo',
  password: 'Contraseña',
  newPassword: 'Contraseña nueva',
  newPasswordHint: minLength =>
    plural(minLength, {
      other: '# caracteres o más; unas cuantas palabras al azar son fáciles de recordar.',
    }),
  strongPassword: 'Contraseña segura.',
  goodPassword: 'Buena contraseña.',
  or: 'o',
  continueWith: provider => `Continuar con ${provider}`,
  cancel: 'Cancelar',
  backToSignIn: 'Volver al inicio de sesión',
  backToSecurity: 'Volver a los ajustes de seguridad',

  signUp: {
    title: 'Crear su cuenta',
    lead: 'Gratis y sin tarjeta. ¿Ya tiene una cuenta?',
    signIn: 'Iniciar sesión',
    emailHint: 'Solo enviaremos un enlace para confirmarlo. Sin boletines.',
    usernameHint: 'Letras minúsculas, números, puntos, guiones y guiones bajos.',
    submit: 'Crear cuenta',
    benefits: 'Qué obtiene',
    keyBenefit: ['Una clave de API en un minuto.', 'Funciona con todos los endpoints.'],
    usageBenefit: ['Uso por clave y endpoint.', 'Con un aviso antes de llegar al límite.'],
    dataBenefit: ['Sus datos siguen siendo suyos.', 'Descárguelos o elimínelos cuando quiera.'],
    firstRequest: 'Después',
  },

  signIn: {
    title: 'Iniciar sesión',
    lead: '¿Aún no tiene cuenta?',
    signUp: 'Crear una cuenta',
    submit: 'Iniciar sesión',
    forgot: '¿Ha olvidado su contraseña?',
    withPasskey: 'Iniciar sesión con una llave de acceso',
  },

  code: {
    title: 'Autenticación en dos pasos',
    usePasskey: 'Usar una llave de acceso',
    appLead: 'Escriba el código de 6 dígitos de su aplicación de autenticación.',
    passkeyLead: 'Use una de sus llaves de acceso, o un código de recuperación si las ha perdido.',
    code: 'Código de 6 dígitos',
    useRecoveryCode: 'Usar un código de recuperación',
    recoveryCode: 'Código de recuperación',
    recoveryHint:
      'Uno de los códigos que guardó al configurar la autenticación en dos pasos. Cada código sirve una vez.',
    submit: 'Iniciar sesión',
    startOver: 'Empezar de nuevo',
  },

  passkey: {
    signInTitle: 'Iniciar sesión con una llave de acceso',
    chooseLead: 'Elija su llave de acceso y confirme con su huella, su rostro o su PIN.',
    factorLead: 'Confirme el inicio de sesión con su llave de acceso.',
    failed:
      'No se ha usado ninguna llave de acceso: usted ha cancelado la operación o este navegador no tiene ninguna para este sitio.',
    submit: 'Continuar',
    needsScript: 'Las llaves de acceso necesitan JavaScript. Actívelo y recargue esta página.',
  },

  forgot: {
    title: 'Restablecer su contraseña',
    lead: 'Escriba el correo confirmado de su cuenta y le enviaremos un enlace para restablecer su contraseña.',
    submit: 'Enviar enlace',
    noMail: 'Este servicio no envía correos. Póngase en contacto con el operador del servicio.',
  },
  reset: {
    title: 'Elegir una contraseña nueva',
    lead: account => `Para la cuenta ${account}. Se cerrarán todas las sesiones.`,
    submit: 'Guardar contraseña',
  },
  expired: {
    title: 'Este enlace ya no funciona',
    lead: 'Ya se ha usado, tiene más de una hora o está incompleto.',
    again: 'Solicitar un enlace nuevo',
  },

  confirmEmail: {
    title: 'Confirmar su correo',
    lead: 'Un clic confirma esta dirección para su cuenta.',
    submit: 'Confirmar correo',
  },
  cancelChange: {
    title: 'Cancelar el cambio de correo',
    lead: 'Su cuenta conserva la dirección actual. El enlace enviado a la nueva dirección dejará de funcionar.',
    submit: 'Cancelar el cambio',
  },
  providerFailed: 'No confirmado por el proveedor',
}
