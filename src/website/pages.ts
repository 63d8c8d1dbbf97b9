// The pages that anyone can open without an account, declared once: their routes, the footer, the main menu and the sitemap.
import type { FastifyInstance } from 'fastify'
import { addBarcodePage } from './barcode/barcode-page.tsx'
import { addScanPage } from './barcode/scan-page.tsx'
import { addCategoriesPage } from './categories/categories-page.tsx'
import { addCategoryPage } from './categories/category-page.tsx'
import { addComparePage } from './compare/compare-page.tsx'
import type { WebsiteContext } from './context.ts'
import { addDocsPages } from './docs/docs-pages.tsx'
import { addFoodPage } from './food/food-page.tsx'
import { addLabelPage } from './food/label-page.ts'
import { addHomePage } from './home/home-page.tsx'
import { addMealPage } from './meal/meal-page.tsx'
import { addPackPages } from './packs/packs-page.tsx'
import { addPopularPage } from './popular/popular-page.tsx'
import { addAboutPage } from './public/about-page.tsx'
import { addChangelogPage } from './public/changelog-page.tsx'
import { addContactPage } from './public/contact-page.tsx'
import { addPricingPage } from './public/pricing-page.tsx'
import { addSearchPage } from './search/search-page.tsx'
import type { SitePage } from './shell/site-pages.ts'

interface PublicPage extends SitePage {
  /** Unless stated, the page always exists. */
  exists?: (app: FastifyInstance, context: WebsiteContext) => boolean
  /** Adds its routes; missing for pages whose routes another row adds. */
  add?(app: FastifyInstance, context: WebsiteContext): void
}

const pages: readonly PublicPage[] = [
  { path: '/', isInSitemap: true, showsCatalog: true, add: addHomePage },
  {
    path: '/search',
    footer: { column: 'footerFoods', nameOf: t => t.footerFoods.search },
    menuPage: '/categories',
    add: (app, { catalog }) => addSearchPage(app, catalog),
  },
  {
    path: '/categories',
    footer: { column: 'footerFoods', nameOf: t => t.footerFoods.categories },
    menu: t => t.foods,
    isInSitemap: true,
    showsCatalog: true,
    add: (app, { catalog }) => addCategoriesPage(app, catalog),
  },
  {
    path: '/category',
    menuPage: '/categories',
    add: (app, { catalog }) => addCategoryPage(app, catalog),
  },
  {
    path: '/popular',
    footer: { column: 'footerFoods', nameOf: t => t.footerFoods.popular },
    menuPage: '/categories',
    isInSitemap: true,
    showsCatalog: true,
    add: (app, { catalog }) => addPopularPage(app, catalog),
  },
  {
    path: '/compare',
    footer: { column: 'footerFoods', nameOf: t => t.footerFoods.compare },
    menuPage: '/categories',
    add: (app, { catalog }) => addComparePage(app, catalog),
  },
  {
    path: '/meal',
    footer: { column: 'footerFoods', nameOf: t => t.footerFoods.meal },
    menuPage: '/categories',
    isInSitemap: true,
    add: (app, { catalog }) => addMealPage(app, catalog),
  },
  {
    path: '/scan',
    footer: { column: 'footerFoods', nameOf: t => t.footerFoods.scan },
    menuPage: '/categories',
    add: (app, { catalog }) => addScanPage(app, catalog),
  },
  { path: '/barcode', menuPage: '/categories', add: (app, { catalog }) => addBarcodePage(app, catalog) },
  { path: '/barcode/:code', menuPage: '/categories' },
  { path: '/food/:food', menuPage: '/categories', add: addFoodPage },
  { path: '/embed/label/:food', add: addLabelPage },
  {
    path: '/docs',
    footer: { column: 'footerDevelopers', nameOf: t => t.footerDevelopers.quickStart },
    menu: t => t.docs,
    add: addDocsPages,
  },
  {
    path: '/docs/reference',
    footer: { column: 'footerDevelopers', nameOf: t => t.footerDevelopers.reference },
  },
  {
    path: '/docs/playground',
    footer: { column: 'footerDevelopers', nameOf: t => t.footerDevelopers.playground },
  },
  {
    path: '/changelog',
    footer: { column: 'footerDevelopers', nameOf: t => t.footerDevelopers.changelog },
    isInSitemap: true,
    isEnglishOnly: true,
    add: (app, { catalog }) => addChangelogPage(app, catalog.websiteUrl),
  },
  { path: '/docs/data-quality', footer: { column: 'footerData', nameOf: t => t.footerData.quality } },
  { path: '/docs/attribution', footer: { column: 'footerData', nameOf: t => t.footerData.license } },
  {
    path: '/packs',
    footer: { column: 'footerData', nameOf: t => t.footerData.packs },
    exists: app => app.hasPacks(),
    add: (app, { packs, catalog }) => addPackPages(app, packs, catalog.websiteUrl),
  },
  {
    path: '/pricing',
    footer: { column: 'footerCompany', nameOf: t => t.footerCompany.pricing },
    menu: t => t.pricing,
    isInSitemap: true,
    add: addPricingPage,
  },
  {
    path: '/about',
    footer: { column: 'footerCompany', nameOf: t => t.footerCompany.about },
    isInSitemap: true,
    add: addAboutPage,
  },
  {
    path: '/contact',
    footer: { column: 'footerCompany', nameOf: t => t.footerCompany.contact },
    isInSitemap: true,
    add: addContactPage,
  },
]

/** Registers the routes; the footer, the menu and the sitemap list the pages that exist. */
export function addPages(app: FastifyInstance, context: WebsiteContext): void {
  app.decorate('sitePages', () => pages.filter(({ exists }) => exists?.(app, context) ?? true))
  for (const { add } of pages) add?.(app, context)
}
