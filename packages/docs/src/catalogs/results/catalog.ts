import { formatted } from '../../markdown/markdown.js'
import type { Catalog } from '../catalog.js'
import { exampleText } from './example-text.js'
import { type Example, readExamples } from './examples.js'
import { chinese } from './chinese.js'
import { english } from './english.js'
import type { Words } from './words.js'

/** `docs/results.md`: what becomes of each kind of block, in examples that are tested. */
export const resultsCatalog: Catalog = {
  name: 'results',
  async generate(repository) {
    const examples = readExamples(repository)
    return {
      files: new Map([
        ['docs/results.md', await formatted('page.md', page(english, examples))],
        ['docs/results.zh.md', await formatted('page.md', page(chinese, examples))],
      ]),
      problems: [],
    }
  },
}

function page(words: Words, examples: readonly Example[]): string {
  const sections = [...new Set(examples.map(({ section }) => section))]
  return [
    words.introduction,
    ...sections.flatMap((section) => [
      `## ${words.sections[section] ?? section}`,
      ...examples.filter((one) => one.section === section).map((example) => exampleText(example, words)),
    ]),
    words.ending,
  ].join('\n\n')
}
