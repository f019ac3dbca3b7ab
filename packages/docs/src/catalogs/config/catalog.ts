import { formatted } from '../../markdown/markdown.js'
import type { Problem } from '../../problem.js'
import type { Repository } from '../../repository.js'
import type { Catalog } from '../catalog.js'
import { variantsOf } from './fields.js'
import { configPage } from './page.js'
import { SCHEMA_FILE, schemaText, shippingProblems } from './schema-file.js'
import { readSettings, type Settings } from './settings.js'

/** `docs/config-catalog.md`, and a JSON Schema in each package that has settings. */
export const configCatalog: Catalog = createConfigCatalog(readSettings)

/** The same of other settings. */
export function createConfigCatalog(read: (repository: Repository) => Promise<readonly Settings[]>): Catalog {
  return {
    name: 'config-catalog',
    async generate(repository) {
      const settings = await read(repository)
      const schemas = settings.map(async (one) => [`${one.folder}/${SCHEMA_FILE}`, await schemaText(one)] as const)
      return {
        files: new Map([
          ['docs/config-catalog.md', await formatted('page.md', configPage('en', settings))],
          ['docs/config-catalog.zh.md', await formatted('page.md', configPage('zh', settings))],
          ...(await Promise.all(schemas)),
        ]),
        problems: settings.flatMap((one) => [...shippingProblems(one, repository.root), ...undescribed(one)]),
      }
    },
  }
}

function undescribed({ name, folder, entry }: Settings): Problem[] {
  const fields = variantsOf(entry).flatMap((variant) => variant.fields)
  return fields
    .filter(({ description, type }) => description === '' && !type.startsWith('"'))
    .map(({ key }) => ({ at: folder, message: `the setting ${key} of ${name} has no description` }))
}
