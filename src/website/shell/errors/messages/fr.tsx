import { formats } from '../../../i18n/format.ts'
import type { ErrorMessages } from './en.tsx'

const { number, plural } = formats.fr

export const fr: ErrorMessages = {
  notFound: {
    title: 'Page introuvable',
    text: 'L’adresse contient peut-être une faute de frappe, ou l’aliment a été fusionné avec une autre fiche. Recherchez-le ici\u00a0:',
  },
  serverError: {
    title: 'Une erreur est survenue',
    text: 'Une erreur inattendue s’est produite et a été enregistrée. Veuillez réessayer dans un instant.',
  },
  unavailable: {
    title: 'Temporairement indisponible',
    text: 'La base de données est injoignable pour le moment. Rien n’a été modifié. Veuillez réessayer dans quelques secondes.',
  },
  badRequest: {
    title: 'Échec de la requête',
    text: 'Le serveur n’a pas pu traiter cette requête. Revenez en arrière, vérifiez votre saisie et réessayez.',
  },
  formExpired: {
    title: 'Ce formulaire a expiré',
    text: 'Vos modifications n’ont pas été enregistrées. Une connexion ou une déconnexion a peut-être eu lieu dans un autre onglet, ou le formulaire n’a pas été envoyé depuis ce site.',
  },
  formExpiredAdvice: origin => (
    <>
      Revenez en arrière, rechargez la page et réessayez. Vérifiez que les cookies sont activés et que vous
      utilisez {origin}.
    </>
  ),
  toAccount: 'Accéder à votre compte',

  tooManyPages: {
    title: 'Trop de pages',
    text: limit =>
      `Votre adresse IP a ouvert plus de ${number(limit)} pages en une minute\u00a0; cette page n’a donc pas été chargée.`,
  },
  tooManyAtOnce: {
    title: 'Trop de pages à la fois',
    text: 'Votre adresse IP charge trop de pages en même temps\u00a0; cette page n’a donc pas été chargée.',
  },
  busy: {
    title: 'Le site est très sollicité',
    text: 'Le site reçoit plus de visiteurs qu’il ne peut en servir\u00a0; cette page n’a donc pas été chargée.',
  },
  oneSitemap: {
    title: 'Un seul plan du site à la fois',
    text: 'Votre adresse IP reçoit déjà un plan du site\u00a0; celui-ci n’a donc pas été envoyé.',
  },
  tooManyDownloads: {
    title: 'Trop de téléchargements à la fois',
    text: limit =>
      plural(limit, {
        one: 'Votre adresse IP télécharge déjà # pack\u00a0; celui-ci n’a donc pas été envoyé.',
        other: 'Votre adresse IP télécharge déjà # packs\u00a0; celui-ci n’a donc pas été envoyé.',
      }),
  },
  retryAfter: seconds =>
    plural(seconds, { one: 'Réessayez dans # seconde.', other: 'Réessayez dans # secondes.' }),
  forPrograms: link => (
    <>
      Parcourez-vous le site avec un programme&nbsp;? Suivez le {link('/sitemap.xml', 'plan du site')},
      attendez aussi longtemps que l’indique l’en-tête <code>Retry-After</code> et utilisez{' '}
      {link('/docs', 'l’API')} pour les données. Pour tout le catalogue,{' '}
      {link('/docs/self-hosting', 'hébergez Larder vous-même')} avec les exports sous licence ouverte.
    </>
  ),

  searchFoods: 'Rechercher des aliments',
  searchFoodsText: 'Par nom, marque ou code-barres',
  categories: 'Parcourir les catégories',
  categoriesText: 'De la plus grande à la plus petite',
  docs: 'Lire la documentation',
  docsText: 'Guide de démarrage et référence de l’API',
  home: 'Aller à l’accueil',
  homeText: 'Aliments populaires et chiffres',
  requestId: id => <>Identifiant de la requête&nbsp;: {id}. Veuillez l’indiquer si vous nous contactez.</>,
}
