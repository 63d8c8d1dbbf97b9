import type { ShellMessages } from './en.ts'

export const pl: ShellMessages = {
  flash: {
    'signed-up': 'Witamy. Konto jest gotowe. Na początek utwórz klucz API.',
    'signed-up-confirm':
      'Witamy. Konto jest gotowe. Aby potwierdzić adres e-mail, otwórz link, który wysłaliśmy w wiadomości.',
    'signed-out': 'Wylogowano.',
    'email-sent':
      'Wysłaliśmy link potwierdzający. Otwórz go w ciągu 24 godzin, aby potwierdzić adres e-mail.',
    'email-confirmed': 'Adres e-mail został potwierdzony.',
    'email-removed': 'Adres e-mail został usunięty. Wszystkie inne sesje zostały zakończone.',
    'email-changed': 'Adres e-mail został zmieniony. Wszystkie inne sesje zostały zakończone.',
    'email-change-cancelled':
      'Zmiana adresu e-mail została anulowana. Jeśli to nie była Twoja prośba, zresetuj teraz hasło.',
    'reset-sent':
      'Jeśli ten adres należy do konta, wysłaliśmy link do zresetowania hasła. Jest ważny przez godzinę.',
    'password-reset': 'Hasło zostało zresetowane. Zaloguj się nowym hasłem.',
    'password-changed': 'Hasło zostało zmienione. Wszystkie inne sesje zostały zakończone.',
    'two-factor-off':
      'Uwierzytelnianie dwuskładnikowe jest wyłączone. Wszystkie inne sesje zostały zakończone.',
    'passkey-added': 'Klucz dostępu został dodany. Możesz się nim teraz logować.',
    'passkey-removed': 'Klucz dostępu został usunięty. Wszystkie inne sesje zostały zakończone.',
    reauthenticated: 'Potwierdzono. Możesz kontynuować przez następne pięć minut.',
    'session-ended': 'Sesja została zakończona.',
    'sessions-ended': 'Wszystkie inne sesje zostały zakończone.',
    'provider-linked': 'Dostawca został połączony. Możesz się teraz przez niego logować.',
    'provider-unlinked': 'Dostawca został odłączony.',
    'language-changed': 'Język wiadomości e-mail został zmieniony.',
    'key-updated': 'Zmiany zapisane.',
    'key-revoked': 'Klucz API został unieważniony.',
    'plan-active': 'Dziękujemy. Plan jest aktywny.',
    'payment-pending': 'Płatność jest potwierdzana. Plan zmieni się, gdy zgłosi ją nasz operator płatności.',
    'account-deleted': 'Konto i wszystkie jego dane zostały usunięte.',
  },
  optional: '(opcjonalnie)',
  show: 'Pokaż',
  hide: 'Ukryj',
  showPassword: 'Pokaż hasło',
  hidePassword: 'Ukryj hasło',
  charactersMissing: {
    one: 'Brakuje 1 znaku.',
    few: 'Brakuje # znaków.',
    many: 'Brakuje # znaków.',
    other: 'Brakuje # znaku.',
  },
  formExpired: {
    title: 'Ten formularz wygasł',
    what: 'Zmiany nie zostały zapisane. Być może zalogowano się lub wylogowano w innej karcie albo formularz nie został wysłany z tego serwisu.',
    advice:
      'Wróć, odśwież stronę i spróbuj ponownie. Sprawdź, czy pliki cookie są dozwolone i czy używasz tego adresu:',
    toAccount: 'Przejdź do konta',
  },
  continueTo: {
    title: destination => `Przejdź do ${destination}`,
    text: 'Trwa przekierowanie. Jeśli nic się nie dzieje, użyj przycisku.',
  },
}
