import { join } from 'node:path'

import { textOf } from '../files.js'
import type { Problem } from '../problem.js'
import type { Repository } from '../repository.js'

/** Every page is plain UTF-8 with line feeds: other bytes would make pages differ that look the same. */
export function checkBytes({ root, documents }: Repository): Problem[] {
  return documents.flatMap((at) => {
    const text = textOf(join(root, at)) ?? ''
    return [
      ...(text.startsWith('\uFEFF') ? [{ at, message: 'begins with a byte order mark, which has to go' }] : []),
      ...(text.includes('\r')
        ? [{ at, message: 'has carriage returns at the ends of its lines', mend: 'pnpm format' }]
        : []),
    ]
  })
}
