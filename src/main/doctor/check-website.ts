// What the website says about its operator: the legal texts and the contact.
import {
  type LegalFile,
  type LegalPageName,
  legalPageNames,
  readLegalFiles,
} from '../../website/public/legal-documents.ts'
import { type Config, securityContactOf } from '../config.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('website')

export async function checkWebsite(config: Config): Promise<Finding[]> {
  return [...(await checkLegalTexts(config)), checkContact(config)]
}

async function checkLegalTexts({ LEGAL_DIR, DEPLOYMENT_PROFILE }: Config): Promise<Finding[]> {
  if (LEGAL_DIR === undefined) {
    const missing = 'no privacy, terms or imprint page: LEGAL_DIR is empty'
    // Nobody but its operator uses a private installation.
    if (DEPLOYMENT_PROFILE === 'self-hosted') return [ok(missing)]
    return [warning(`${missing}. Copy the templates in deploy/legal, fill them in and set LEGAL_DIR`)]
  }
  try {
    const files = await readLegalFiles(LEGAL_DIR)
    return legalPageNames.flatMap(page => checkPage(page, files, LEGAL_DIR))
  } catch (error) {
    return [problem(`the legal texts cannot be read: ${(error as Error).message}. Check LEGAL_DIR`)]
  }
}

function checkPage(page: LegalPageName, files: LegalFile[], folder: string): Finding[] {
  const texts = files.filter(file => file.page === page)
  if (texts.length === 0)
    return [warning(`no ${page} page: ${folder} has no ${page}.md, or it is empty. Add it`)]
  return texts.map(({ name, placeholders }) =>
    placeholders.length === 0
      ? ok(`/${page} shows ${name}`)
      : problem(
          `${name} is not shown until it is filled in: ${placeholders.map(each => `{{${each}}}`).join(', ')}`,
        ),
  )
}

function checkContact(config: Config): Finding {
  if (config.CONTACT_EMAIL !== undefined) return ok(`the contact page names ${config.CONTACT_EMAIL}`)
  const missing = 'the contact page names no address: CONTACT_EMAIL is empty'
  if (config.DEPLOYMENT_PROFILE === 'self-hosted') return ok(missing)
  return securityContactOf(config) === undefined
    ? warning(`${missing}, and there is no /.well-known/security.txt`)
    : warning(missing)
}
