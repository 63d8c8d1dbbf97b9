import type { AccountErrorTexts } from '../../../accounts/account-error.ts'
import { formats } from '../../i18n/format.ts'

const { plural } = formats.pl
const characters = (count: number) =>
  plural(count, { one: '# znak', few: '# znaki', many: '# znaków', other: '# znaku' })

export const pl: AccountErrorTexts = {
  account_deleted: 'To konto już nie istnieje.',
  account_not_found: 'Takie konto nie istnieje.',
  account_suspended: 'To konto jest zawieszone. Skontaktuj się z operatorem tej usługi.',
  change_link_expired:
    'Ten link wygasł lub został już użyty albo zmiana została już wprowadzona. Jeśli nie możesz się zalogować, skontaktuj się z operatorem tej usługi.',
  code_missing: 'Wpisz sześć cyfr z aplikacji lub jeden z kodów odzyskiwania.',
  email_in_use:
    'Konto z tym adresem e-mail już istnieje. Zaloguj się hasłem i połącz dostawcę w ustawieniach.',
  email_not_verified:
    'Dostawca nie potwierdził Twojego adresu e-mail. Potwierdź go tam i spróbuj ponownie albo zarejestruj się, podając nazwę użytkownika i hasło.',
  email_taken: 'Inne konto używa już tego adresu e-mail. Podaj inny lub zaloguj się na tamto konto.',
  identity_taken:
    'Ta tożsamość jest już połączona z innym kontem albo Twoje konto ma już tożsamość od tego dostawcy. Najpierw ją odłącz.',
  invalid_email:
    'To nie jest prawidłowy adres e-mail. Wpisz adres taki jak nazwa@example.com lub zostaw pole puste.',
  invalid_name:
    'Używaj tylko małych liter, cyfr, kropek, łączników i podkreśleń i zacznij od litery lub cyfry. Najwyżej 63 znaki.',
  invalid_passkey_name: ({ maxLength }) =>
    `Wpisz nazwę o długości od 1 do ${maxLength} znaków, na przykład „telefon”.`,
  last_second_factor:
    'Uwierzytelnianie dwuskładnikowe zależy od tego klucza dostępu. Przed usunięciem dodaj inny klucz lub je wyłącz.',
  link_expired: 'Ten link wygasł lub został już użyty. Poproś o nowy.',
  mail_disabled: 'Ten serwer nie wysyła wiadomości e-mail. W razie potrzeby skontaktuj się z operatorem.',
  name_taken: 'Ta nazwa jest już zajęta. Wybierz inną.',
  no_authenticator_app: 'Najpierw skonfiguruj aplikację uwierzytelniającą, a potem wpisz jej kod.',
  no_passkey: 'To konto nie ma klucza dostępu. Potwierdź w inny sposób.',
  no_subscription: 'To konto nie ma jeszcze subskrypcji. Najpierw wybierz plan.',
  not_linked: 'Żadna tożsamość od tego dostawcy nie jest połączona.',
  only_sign_in_method_passkey:
    'To jedyny sposób logowania do Twojego konta. Przed usunięciem ustaw hasło lub dodaj inny klucz dostępu.',
  only_sign_in_method_provider:
    'To jedyny sposób logowania do Twojego konta. Przed odłączeniem ustaw hasło lub dodaj klucz dostępu.',
  other_provider_user:
    'U dostawcy zalogowano się tożsamością, która nie jest połączona z tym kontem. Zaloguj się tam jako właściciel.',
  passkey_exists: 'Ten klucz dostępu został już dodany.',
  passkey_gone: 'Ten klucz dostępu został już usunięty.',
  passkey_needed: 'Najpierw dodaj klucz dostępu.',
  passkey_not_accepted:
    'Ten klucz dostępu nie jest akceptowany: został usunięty z konta lub należy do innego. Spróbuj w inny sposób.',
  passkey_request_expired:
    'Trwało to dłużej niż pięć minut lub zostało rozpoczęte w innej przeglądarce. Zacznij od nowa.',
  passkey_setup_expired:
    'Dodawanie klucza dostępu trwało dłużej niż pięć minut lub zostało rozpoczęte w innej przeglądarce. Zacznij od nowa.',
  passkey_unusable:
    'Przeglądarka nie utworzyła klucza dostępu, którego można tu użyć. Spróbuj ponownie lub użyj innego urządzenia.',
  password_already_set: 'To konto ma już hasło. Możesz je zmienić.',
  password_needs_two_factor:
    'Bez uwierzytelniania dwuskładnikowego Twoje hasło jest za krótkie. Najpierw zmień je na hasło o długości co najmniej 15 znaków.',
  password_too_long: ({ length, maxLength }) =>
    `Hasło ma ${characters(length)}. Dozwolone jest najwyżej ${maxLength}.`,
  password_too_short: ({ length, minLength }) =>
    `Hasło ma ${characters(length)}. Użyj co najmniej ${minLength}; zdanie z kilku słów łatwo zapamiętać.`,
  password_too_weak:
    'To hasło jest zbyt popularne lub łatwe do odgadnięcia: znane hasło, wzór albo Twoja nazwa. Wybierz inne.',
  payments_misconfigured: 'Płatności nie można przypisać do planu. Skontaktuj się z operatorem tej usługi.',
  payments_unavailable:
    'Usługa płatności nie odpowiada prawidłowo. Nic nie zostało zmienione; spróbuj ponownie za chwilę.',
  plan_already_active: ({ plan }) => `To konto ma już plan ${plan}.`,
  plan_renews:
    'To konto ma płatny plan, który się odnawia. Najpierw go anuluj, aby nie naliczono kolejnej opłaty.',
  provider_cannot_confirm: 'Ten dostawca nie może potwierdzać zmian na koncie. Potwierdź w inny sposób.',
  provider_denied: 'Dostawca odrzucił logowanie lub zostało ono anulowane. Spróbuj ponownie.',
  provider_failed:
    'Dostawca nie mógł potwierdzić tożsamości. Spróbuj ponownie lub zaloguj się w inny sposób.',
  provider_not_fresh:
    'Dostawca nie potwierdził, że logowanie nastąpiło przed chwilą. Jeśli to się powtórzy, ustaw hasło przez e-mail („Nie pamiętasz hasła?”) i potwierdź nim tożsamość.',
  provider_sign_in_expired:
    'To logowanie rozpoczęto w innej przeglądarce lub trwało dłużej niż dziesięć minut. Zacznij od nowa.',
  provider_unavailable: 'Dostawca nie odpowiada. Spróbuj ponownie za minutę lub zaloguj się w inny sposób.',
  reauthentication_needed:
    'Nic nie zostało zmienione. Najpierw potwierdź tożsamość, a potem spróbuj ponownie.',
  server_busy: 'Serwer obsługuje inne logowania. Spróbuj ponownie za kilka sekund.',
  sign_in_expired: 'To logowanie wygasło lub wpisano zbyt wiele błędnych kodów. Zaloguj się ponownie.',
  subscription_exists: 'To konto ma subskrypcję. Zmień ją lub zakończ w portalu rozliczeń.',
  temporarily_unavailable: 'W tej chwili nie jest to możliwe. Spróbuj ponownie za minutę.',
  too_many_attempts: ({ seconds }) =>
    seconds < 120
      ? plural(seconds, {
          one: 'Zbyt wiele prób. Spróbuj ponownie za # sekundę.',
          few: 'Zbyt wiele prób. Spróbuj ponownie za # sekundy.',
          many: 'Zbyt wiele prób. Spróbuj ponownie za # sekund.',
          other: 'Zbyt wiele prób. Spróbuj ponownie za # sekundy.',
        })
      : plural(Math.ceil(seconds / 60), {
          few: 'Zbyt wiele prób. Spróbuj ponownie za # minuty.',
          many: 'Zbyt wiele prób. Spróbuj ponownie za # minut.',
          other: 'Zbyt wiele prób. Spróbuj ponownie za # minuty.',
        }),
  too_many_passkeys: ({ max }) =>
    `Osiągnięto limit kluczy dostępu (${max}). Usuń ten, którego już nie używasz.`,
  two_factor_already_on:
    'Uwierzytelnianie dwuskładnikowe jest już włączone. Aby skonfigurować je ponownie, najpierw je wyłącz.',
  two_factor_off: 'Uwierzytelnianie dwuskładnikowe jest wyłączone. Najpierw je skonfiguruj.',
  unknown_provider: 'Ten dostawca jest niedostępny. Zaloguj się w inny sposób.',
  wrong_account_name: ({ name }) => `To nie jest nazwa konta. Wpisz ${name}, aby je usunąć.`,
  wrong_code: 'Ten kod jest błędny lub został już użyty. Poczekaj na następny lub użyj kodu odzyskiwania.',
  wrong_credentials: 'Nazwa lub hasło są nieprawidłowe. Sprawdź oba lub zresetuj hasło przez e-mail.',
  wrong_password: 'To hasło jest nieprawidłowe. Spróbuj ponownie.',
  wrong_setup_code: 'Ten kod jest nieprawidłowy. Sprawdź zegar telefonu i wpisz następny kod.',
}
