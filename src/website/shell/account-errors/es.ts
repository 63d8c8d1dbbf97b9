import type { AccountErrorTexts } from '../../../accounts/account-error.ts'
import { formats } from '../../i18n/format.ts'

const { plural } = formats.es

export const es: AccountErrorTexts = {
  account_deleted: 'Esta cuenta ya no existe.',
  account_not_found: 'Esta cuenta no existe.',
  account_suspended: 'Esta cuenta está suspendida. Póngase en contacto con el operador de este servicio.',
  change_link_expired:
    'Este enlace ha caducado o ya se ha usado, o el cambio ya se ha realizado. Si ya no puede iniciar sesión, póngase en contacto con el operador de este servicio.',
  code_missing: 'Escriba los seis dígitos que muestra su aplicación o uno de sus códigos de recuperación.',
  email_in_use:
    'Ya existe una cuenta con su correo. Inicie sesión con su contraseña y vincule el proveedor en los ajustes.',
  email_not_verified:
    'El proveedor no ha verificado su correo. Verifíquelo allí e inténtelo de nuevo, o regístrese con nombre de usuario y contraseña.',
  email_taken: 'Otra cuenta ya usa este correo. Use otro o inicie sesión en esa cuenta.',
  identity_taken:
    'Esta identidad ya está vinculada a otra cuenta, o su cuenta ya tiene una de este proveedor. Desvincúlela primero.',
  invalid_email:
    'Esta dirección de correo no es válida. Escriba una como nombre@example.com o deje el campo vacío.',
  invalid_name:
    'Use solo letras minúsculas, números, puntos, guiones y guiones bajos, y empiece por una letra o un número. Máximo 63 caracteres.',
  invalid_passkey_name: ({ maxLength }) =>
    `Escriba un nombre de 1 a ${maxLength} caracteres, por ejemplo «teléfono».`,
  last_second_factor:
    'La autenticación en dos pasos depende de esta llave de acceso. Antes de eliminarla, añada otra o desactive la autenticación en dos pasos.',
  link_expired: 'Este enlace ha caducado o ya se ha usado. Solicite uno nuevo.',
  mail_disabled: 'Este servidor no envía correos. Póngase en contacto con su operador si necesita ayuda.',
  name_taken: 'Este nombre ya está en uso. Elija otro.',
  no_authenticator_app: 'Configure primero su aplicación de autenticación y escriba después su código.',
  no_passkey: 'Esta cuenta no tiene llave de acceso. Confirme de otra forma.',
  no_subscription: 'Esta cuenta aún no tiene suscripción. Elija primero un plan.',
  not_linked: 'No hay ninguna identidad de este proveedor vinculada.',
  only_sign_in_method_passkey:
    'Es la única forma de iniciar sesión en su cuenta. Defina una contraseña o añada otra llave de acceso antes de eliminarla.',
  only_sign_in_method_provider:
    'Es la única forma de iniciar sesión en su cuenta. Defina una contraseña o añada una llave de acceso antes de desvincularlo.',
  other_provider_user:
    'Ha iniciado sesión en el proveedor con una identidad que no está vinculada a esta cuenta. Inicie sesión allí como titular.',
  passkey_exists: 'Esta llave de acceso ya se ha añadido.',
  passkey_gone: 'Esta llave de acceso ya se ha eliminado.',
  passkey_needed: 'Añada primero una llave de acceso.',
  passkey_not_accepted:
    'Esta llave de acceso no se acepta: se eliminó de la cuenta o pertenece a otra. Pruebe de otra forma.',
  passkey_request_expired: 'Ha tardado más de cinco minutos o se inició en otro navegador. Empiece de nuevo.',
  passkey_setup_expired:
    'Añadir la llave de acceso ha tardado más de cinco minutos o se inició en otro navegador. Empiece de nuevo.',
  passkey_unusable:
    'Su navegador no ha creado una llave de acceso que se pueda usar aquí. Inténtelo de nuevo o use otro dispositivo.',
  password_already_set: 'Esta cuenta ya tiene contraseña. Si lo desea, cámbiela.',
  password_needs_two_factor:
    'Sin la autenticación en dos pasos, su contraseña es demasiado corta. Cámbiela primero por una de al menos 15 caracteres.',
  password_too_long: ({ length, maxLength }) =>
    `La contraseña tiene ${plural(length, { one: '# carácter', other: '# caracteres' })}. El máximo es ${maxLength}.`,
  password_too_short: ({ length, minLength }) =>
    `La contraseña tiene ${plural(length, { one: '# carácter', other: '# caracteres' })}. Use al menos ${minLength}; una frase de varias palabras es fácil de recordar.`,
  password_too_weak:
    'Esta contraseña es demasiado común o fácil de adivinar: una contraseña conocida, un patrón o su propio nombre. Elija otra.',
  payments_misconfigured:
    'El pago no corresponde a ningún plan. Póngase en contacto con el operador de este servicio.',
  payments_unavailable:
    'El servicio de pagos no responde como debería. No se ha cambiado nada; inténtelo de nuevo en un momento.',
  plan_already_active: ({ plan }) => `Esta cuenta ya tiene el plan ${plan}.`,
  plan_renews:
    'Esta cuenta tiene un plan de pago que se renueva. Cancélelo primero para que no se le vuelva a cobrar.',
  provider_cannot_confirm: 'Este proveedor no puede confirmar cambios en su cuenta. Confirme de otra forma.',
  provider_denied:
    'El proveedor ha rechazado el inicio de sesión o usted lo ha cancelado. Inténtelo de nuevo.',
  provider_failed:
    'El proveedor no ha podido confirmar su identidad. Inténtelo de nuevo o inicie sesión de otra forma.',
  provider_not_fresh:
    'El proveedor no ha confirmado que acaba de iniciar sesión. Si vuelve a ocurrir, defina una contraseña por correo («¿Ha olvidado su contraseña?») y confirme con ella.',
  provider_sign_in_expired:
    'Este inicio de sesión comenzó en otro navegador o ha tardado más de diez minutos. Empiece de nuevo.',
  provider_unavailable:
    'El proveedor no responde. Inténtelo de nuevo en un minuto o inicie sesión de otra forma.',
  reauthentication_needed: 'No se ha cambiado nada. Confirme primero su identidad e inténtelo de nuevo.',
  server_busy: 'El servidor está ocupado con otros inicios de sesión. Inténtelo de nuevo en unos segundos.',
  sign_in_expired:
    'Este inicio de sesión ha caducado o se han escrito demasiados códigos erróneos. Inicie sesión de nuevo.',
  subscription_exists: 'Esta cuenta tiene una suscripción. Cámbiela o cancélela en el portal de facturación.',
  temporarily_unavailable: 'No es posible en este momento. Inténtelo de nuevo en un minuto.',
  too_many_attempts: ({ seconds }) =>
    seconds < 120
      ? plural(seconds, {
          one: 'Demasiados intentos. Inténtelo de nuevo en # segundo.',
          other: 'Demasiados intentos. Inténtelo de nuevo en # segundos.',
        })
      : plural(Math.ceil(seconds / 60), {
          other: 'Demasiados intentos. Inténtelo de nuevo en # minutos.',
        }),
  too_many_passkeys: ({ max }) =>
    `Ha alcanzado el límite de ${max} llaves de acceso. Elimine una que ya no use.`,
  two_factor_already_on:
    'La autenticación en dos pasos ya está activada. Desactívela primero para configurarla de nuevo.',
  two_factor_off: 'La autenticación en dos pasos está desactivada. Configúrela primero.',
  unknown_provider: 'Este proveedor no está disponible. Inicie sesión de otra forma.',
  wrong_account_name: ({ name }) => `Ese no es el nombre de la cuenta. Escriba ${name} para eliminarla.`,
  wrong_code: 'Ese código es erróneo o ya se ha usado. Espere al siguiente o use un código de recuperación.',
  wrong_credentials:
    'El nombre o la contraseña no son correctos. Compruebe ambos o restablezca su contraseña por correo.',
  wrong_password: 'Esta contraseña no es correcta. Inténtelo de nuevo.',
  wrong_setup_code:
    'Este código no es correcto. Compruebe la hora de su teléfono y escriba el siguiente código.',
}
