import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'

import type { Root } from 'mdast'

import { LEFT_OUT, textOf } from '../files.js'
import { anchorsOf, linksOf, noLinks } from '../markdown/links.js'
import { parseMarkdown } from '../markdown/markdown.js'
import type { Problem } from '../problem.js'
import { chineseOf, englishOf, isChinese, type Repository } from '../repository.js'

/**
 * Every relative link leads to a file or a folder of the repository, in the language of the page, and every anchor to a
 * heading. What was meant as a link is one.
 */
export function checkLinks({ root, documents }: Repository): Problem[] {
  const pages = new Map(documents.map((path) => [path, parseMarkdown(textOf(join(root, path)) ?? '')]))
  return [...pages].flatMap(([path, page]) => [
    ...linksOf(page).flatMap(({ url, line }) => {
      const message = broken(url, { path, root, pages }) ?? otherLanguage(url, { path, root, line })
      return message === undefined ? [] : [{ at: `${path}:${line}`, message }]
    }),
    ...noLinks(page).map(({ text, line }) => ({
      at: `${path}:${line}`,
      message: `${text} was meant as a link and is none`,
    })),
  ])
}

interface Place {
  readonly path: string
  readonly root: string
  readonly pages: ReadonlyMap<string, Root>
}

/** What is wrong with a link; `undefined` when nothing is, or when it leads out of the repository. */
function broken(url: string, { path, root, pages }: Place): string | undefined {
  if (isElsewhere(url)) return undefined
  const [file = '', anchor] = url.split('#')
  const target = file === '' ? path : posix.join(posix.dirname(path), decoded(file)).replace(/\/$/, '')
  if (url.startsWith('/') || target.startsWith('..')) return `the link ${url} leads out of the repository`
  // What a build or an install brings exists on this machine alone.
  const isOurs = !target.split('/').some((part) => LEFT_OUT.has(part))
  if (!isOurs || !existsSync(join(root, target))) return `the link ${url} leads nowhere: there is no ${target}`
  if (anchor === undefined || anchor === '') return undefined
  const page = pages.get(target)
  if (page === undefined) return undefined
  return anchorsOf(page).has(decoded(anchor))
    ? undefined
    : `the link ${url} leads nowhere: ${target} has no heading #${decoded(anchor)}`
}

interface Origin {
  readonly path: string
  readonly root: string
  readonly line: number
}

/** A link to the translation of the page that was meant; the line of languages leads there on purpose. */
function otherLanguage(url: string, { path, root, line }: Origin): string | undefined {
  const [file = ''] = url.split('#')
  const target = posix.join(posix.dirname(path), decoded(file))
  if (line === 3 || isElsewhere(url) || !file.endsWith('.md') || isChinese(target) === isChinese(path)) return undefined
  const same = isChinese(path) ? chineseOf(target) : englishOf(target)
  return existsSync(join(root, same)) ? `the link ${url} leads to the other language: there is ${same}` : undefined
}

function isElsewhere(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
