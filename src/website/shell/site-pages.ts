// What the footer, the main menu and the sitemap know about a page. The table is src/website/pages.ts.
import type { Messages } from '../messages/compiled/types.ts'

type SharedMessages = Messages['shared']

declare module 'fastify' {
  interface FastifyInstance {
    /** The pages that exist on this website. */
    sitePages: () => readonly SitePage[]
  }
}

/** The columns of the footer; each has its title and the names of its pages. */
export const footerColumns = ['footerFoods', 'footerDevelopers', 'footerData', 'footerCompany'] as const
type FooterColumn = (typeof footerColumns)[number]

export interface SitePage {
  path: string
  /** Its column in the footer, and its name there; the order is that of the table. */
  footer?: { column: FooterColumn; nameOf(t: SharedMessages): string }
  /** Its name in the main menu. */
  menu?: (t: SharedMessages) => string
  /** The page of the main menu that is marked on this one. */
  menuPage?: string
  isInSitemap?: true
  /** Whether it shows foods or numbers of the catalog, so that it changes with it. */
  showsCatalog?: true
  /** Whether its content exists in English only. */
  isEnglishOnly?: true
}
