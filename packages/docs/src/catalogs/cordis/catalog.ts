import { join, relative } from 'node:path'

import { textOf } from '../../files.js'
import { formatted } from '../../markdown/markdown.js'
import { findRegion, hasMarker } from '../../markdown/region.js'
import type { Problem } from '../../problem.js'
import { chineseOf, englishOf, isChinese, type Repository } from '../../repository.js'
import { sourcePath } from '../../typescript/members.js'
import type { Catalog, Generated } from '../catalog.js'
import { type Additions, readAdditions } from './additions.js'
import { entriesOf, type Entry } from './entry.js'
import { inheritedText } from './inherited.js'
import { INHERITED, PRIMER, regionText } from './region.js'

/** The services and events of the packages, in the pages that claim them, and what every context inherits. */
export const cordisCatalog: Catalog = {
  name: 'cordis-catalog',
  async generate(repository) {
    const additions = readAdditions(repository)
    const entries = entriesOf(additions, repository.root)
    const pages = await Promise.all([
      ...subsystemPages(repository).map((page) => subsystem(page, entries, repository)),
      ...(entries.length === 0
        ? []
        : [INHERITED, chineseOf(INHERITED)].map((page) => inherited(page, additions, repository))),
    ])
    // What a translation claims is claimed by its original.
    const claimed = new Set(pages.flatMap(({ page, claims }) => (isChinese(page) ? [] : claims)))
    return {
      files: new Map(pages.flatMap(({ files }) => [...files])),
      problems: [
        ...entries.flatMap(({ problems }) => problems),
        ...undeclared(additions, repository),
        ...unclaimed(entries, claimed),
        ...(entries.some(({ mode }) => mode !== undefined) ? missing(PRIMER, repository) : []),
        ...pages.flatMap(({ problems }) => problems),
        ...different(pages),
        ...claimedTwice(pages),
        ...strayMarkers(repository),
      ],
    }
  },
}

interface Written extends Generated {
  readonly page: string
  readonly claims: readonly string[]
}

const FOLDER = 'docs/subsystems/'

function subsystemPages({ pages }: Repository): string[] {
  return pages.filter((page) => page.startsWith(FOLDER))
}

async function subsystem(page: string, entries: readonly Entry[], repository: Repository): Promise<Written> {
  return filled(page, repository, (claims) => {
    const known = claims.flatMap((claim) => entries.find(({ name }) => name === claim) ?? [])
    const gone = claims.filter((claim) => !known.some(({ name }) => name === claim))
    const problems = gone.map((claim) => ({ at: page, message: `claims ${claim}, which no package adds` }))
    return { text: regionText(page, known), problems, claims }
  })
}

async function inherited(page: string, additions: Additions, repository: Repository): Promise<Written> {
  return filled(page, repository, () => {
    const text = inheritedText(additions)
    const problems = text === undefined ? [{ at: page, message: 'Context of @deepseek-ai/cordis cannot be read' }] : []
    return { text: text ?? '', problems, claims: [] }
  })
}

interface Filling {
  readonly text: string
  readonly problems: readonly Problem[]
  readonly claims: readonly string[]
}

async function filled(
  page: string,
  { root }: Repository,
  fill: (claims: readonly string[]) => Filling,
): Promise<Written> {
  const text = textOf(join(root, page))
  if (text === undefined) return { page, files: new Map(), claims: [], problems: [{ at: page, message: 'is missing' }] }
  const found = findRegion(page, text)
  if (!found.ok) return { page, files: new Map(), claims: [], problems: found.problems }
  const { text: inner, problems, claims } = fill(found.region.claims)
  const whole = found.region.with(await formatted('region.md', inner))
  return { page, files: new Map([[page, whole]]), claims, problems }
}

function different(pages: readonly Written[]): Problem[] {
  // A page without its markers has a problem of its own.
  const read = pages.filter(({ files }) => files.size > 0)
  return read
    .filter(({ page, claims }) =>
      read.some((one) => one.page === chineseOf(page) && one.claims.join() !== claims.join()),
    )
    .map(({ page, claims }) => ({
      at: chineseOf(page),
      message: `must claim what ${page} claims: ${claims.join(' ')}`,
    }))
}

/** A service or an event belongs to one page, once. */
function claimedTwice(pages: readonly Written[]): Problem[] {
  const all = pages
    .filter(({ page }) => !isChinese(page))
    .flatMap(({ page, claims }) => claims.map((name) => ({ name, page })))
  return all.flatMap(({ name, page }, index) => {
    const first = all.findIndex((one) => one.name === name)
    return first === index ? [] : [{ at: page, message: `claims ${name}, which ${all[first]?.page} claims already` }]
  })
}

/** A region in any other page would be filled by nobody. */
function strayMarkers({ root, documents }: Repository): Problem[] {
  return documents
    .filter((page) => !page.startsWith(FOLDER) && englishOf(page) !== INHERITED)
    .filter((page) => hasMarker(textOf(join(root, page)) ?? ''))
    .map((page) => ({ at: page, message: `has a marker of cordis-catalog, which belongs into ${FOLDER}` }))
}

function unclaimed(entries: readonly Entry[], claimed: ReadonlySet<string>): Problem[] {
  return entries
    .filter(({ name }) => !claimed.has(name))
    .map(({ name, heading, source }) => ({
      at: source,
      message: `no page in ${FOLDER} claims ${heading}: add ${name} to a marker cordis-catalog:begin`,
    }))
}

function undeclared({ provided, services }: Additions, { root }: Repository): Problem[] {
  return provided
    .filter(({ name }) => !services.some((service) => service.name === name))
    .map(({ name, at }) => ({
      at: relative(root, sourcePath(at)),
      message: `provides ctx.${name}, which no Context declares`,
    }))
}

function missing(page: string, { root }: Repository): Problem[] {
  return textOf(join(root, page)) === undefined ? [{ at: page, message: 'is missing' }] : []
}
