import type { SettingsMessages } from './en.ts'

export const pl: SettingsMessages = {
  title: 'Ustawienia',
  lead: 'Twoje konto, dane i wysyłane przez nas wiadomości.',
  back: 'Wróć do ustawień',
  account: 'Konto',
  username: 'Nazwa użytkownika',
  memberSince: 'Konto od',
  email: 'E-mail',
  noEmail: 'Brak',
  confirmed: 'Potwierdzony',
  notConfirmed: 'Niepotwierdzony',
  change: 'Zmień',
  changeEmail: 'Zmień adres e-mail',
  add: 'Dodaj',
  addEmail: 'Dodaj adres e-mail',

  language: {
    title: 'Język wiadomości e-mail',
    lead: 'W tym języku wysyłamy powiadomienia o bezpieczeństwie, przypomnienia i linki.',
    label: 'Język',
    save: 'Zapisz',
  },
  data: {
    title: 'Twoje dane',
    lead: 'Pobierz wszystko, co przechowujemy o Twoim koncie, w pliku JSON: klucze API (bez sekretów), dane o wykorzystaniu, sesje, połączonych dostawców i aktywność.',
    download: 'Pobierz dane',
  },
  deletion: {
    title: 'Usuń konto',
    lead: 'Trwale usuwa konto i wszystkie jego dane. Klucze API natychmiast przestają działać.',
    link: 'Usuń konto',
    confirmTitle: 'Usunąć konto?',
    confirmLead:
      'Klucze API, dane o wykorzystaniu i aktywność zostaną trwale usunięte. Tej operacji nie można cofnąć.',
    downloadFirst: 'Najpierw pobierz dane',
    typeName: name => `Aby potwierdzić, wpisz ${name}`,
    submit: 'Usuń konto',
  },
  emailPage: {
    title: 'E-mail',
    none: 'Nie podano adresu e-mail. Dodaj go, aby móc zresetować zapomniane hasło.',
    changeTitle: 'Zmień adres e-mail',
    addTitle: 'Dodaj adres e-mail',
    lead: 'Na nowy adres wyślemy link potwierdzający. Obecny potwierdzony adres pozostaje aktywny do otwarcia linku i otrzyma powiadomienie z linkiem anulującym zmianę.',
    newEmail: 'Nowy adres e-mail',
    submit: 'Wyślij link potwierdzający',
    notAvailable: 'Ta usługa nie wysyła wiadomości e-mail.',
    removeTitle: 'Usuń adres e-mail',
    removeLead: 'Bez adresu e-mail nie można zresetować zapomnianego hasła.',
    remove: 'Usuń adres e-mail',
  },
}
