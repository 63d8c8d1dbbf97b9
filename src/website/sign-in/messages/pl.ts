import { formats } from '../../i18n/format.ts'
import type { SignInMessages } from './en.ts'

const { plural } = formats.pl

export const pl: SignInMessages = {
  email: 'E-mail',
  username: 'Nazwa użytkownika',
  usernameOrEmail: 'Nazwa użytkownika lub e-mail',
  password: 'Hasło',
  newPassword: 'Nowe hasło',
  newPasswordHint: minLength =>
    plural(minLength, {
      one: 'Co najmniej # znak; kilka przypadkowych słów łatwo zapamiętać.',
      few: 'Co najmniej # znaki; kilka przypadkowych słów łatwo zapamiętać.',
      many: 'Co najmniej # znaków; kilka przypadkowych słów łatwo zapamiętać.',
      other: 'Co najmniej # znaku; kilka przypadkowych słów łatwo zapamiętać.',
    }),
  strongPassword: 'Silne hasło.',
  goodPassword: 'Dobre hasło.',
  or: 'lub',
  continueWith: provider => `Kontynuuj przez ${provider}`,
  cancel: 'Anuluj',
  backToSignIn: 'Wróć do logowania',
  backToSecurity: 'Wróć do ustawień bezpieczeństwa',

  signUp: {
    title: 'Utwórz konto',
    lead: 'Bezpłatnie, bez karty. Masz już konto?',
    signIn: 'Zaloguj się',
    emailHint: 'Wyślemy tylko link potwierdzający. Bez newslettera.',
    usernameHint: 'Małe litery, cyfry, kropki, łączniki i podkreślenia.',
    submit: 'Utwórz konto',
    benefits: 'Co otrzymujesz',
    keyBenefit: ['Klucz API w minutę.', 'Działa ze wszystkimi punktami końcowymi.'],
    usageBenefit: [
      'Wykorzystanie według klucza i punktu końcowego.',
      'Z ostrzeżeniem przed osiągnięciem limitu.',
    ],
    dataBenefit: ['Twoje dane należą do Ciebie.', 'W każdej chwili możesz wszystko pobrać lub usunąć.'],
    firstRequest: 'Potem',
  },

  signIn: {
    title: 'Zaloguj się',
    lead: 'Nie masz konta?',
    signUp: 'Utwórz konto',
    submit: 'Zaloguj się',
    forgot: 'Nie pamiętasz hasła?',
    withPasskey: 'Zaloguj się kluczem dostępu',
  },

  code: {
    title: 'Uwierzytelnianie dwuskładnikowe',
    usePasskey: 'Użyj klucza dostępu',
    appLead: 'Wpisz 6-cyfrowy kod z aplikacji uwierzytelniającej.',
    passkeyLead: 'Użyj jednego z kluczy dostępu lub kodu odzyskiwania, jeśli nie masz już do nich dostępu.',
    code: '6-cyfrowy kod',
    useRecoveryCode: 'Użyj kodu odzyskiwania',
    recoveryCode: 'Kod odzyskiwania',
    recoveryHint:
      'Jeden z kodów zapisanych podczas konfiguracji uwierzytelniania dwuskładnikowego. Każdy działa raz.',
    submit: 'Zaloguj się',
    startOver: 'Zacznij od nowa',
  },

  passkey: {
    signInTitle: 'Zaloguj się kluczem dostępu',
    chooseLead: 'Wybierz klucz dostępu i potwierdź odciskiem palca, twarzą lub kodem PIN.',
    factorLead: 'Potwierdź logowanie kluczem dostępu.',
    failed:
      'Nie użyto klucza dostępu: operacja została anulowana lub ta przeglądarka nie ma klucza dla tego serwisu.',
    submit: 'Dalej',
    needsScript: 'Klucze dostępu wymagają JavaScriptu. Włącz go i odśwież tę stronę.',
  },

  forgot: {
    title: 'Zresetuj hasło',
    lead: 'Wpisz potwierdzony adres e-mail konta, a wyślemy link do zresetowania hasła.',
    submit: 'Wyślij link',
    noMail: 'Ta usługa nie wysyła wiadomości e-mail. Skontaktuj się z jej operatorem.',
  },
  reset: {
    title: 'Wybierz nowe hasło',
    lead: account => `Dla konta ${account}. Wszystkie sesje zostaną zakończone.`,
    submit: 'Ustaw nowe hasło',
  },
  expired: {
    title: 'Ten link już nie działa',
    lead: 'Został już użyty, ma ponad godzinę lub jest niepełny.',
    again: 'Poproś o nowy link',
  },

  confirmEmail: {
    title: 'Potwierdź adres e-mail',
    lead: 'Jedno kliknięcie potwierdza ten adres dla Twojego konta.',
    submit: 'Potwierdź adres',
  },
  cancelChange: {
    title: 'Anuluj zmianę adresu e-mail',
    lead: 'Konto zachowa obecny adres. Link wysłany na nowy adres przestanie działać.',
    submit: 'Anuluj zmianę',
  },
  providerFailed: 'Dostawca nie potwierdził tożsamości',
}
