import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'

import GithubSlugger from 'github-slugger'
import type { Nodes, Root } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

import { textOf } from '../files.js'
import { lineOf, parseMarkdown } from '../markdown/markdown.js'
import type { Problem } from '../problem.js'
import type { Repository } from '../repository.js'

/** Every relative link leads to a file or a folder of the repository, and every anchor to a heading. */
export function checkLinks({ root, documents }: Repository): Problem[] {
  const pages = new Map(documents.map((path) => [path, parseMarkdown(textOf(join(root, path)) ?? '')]))
  return [...pages].flatMap(([path, page]) =>
    linksOf(page).flatMap(({ url, line }) => {
      const message = broken(url, { path, root, pages })
      return message === undefined ? [] : [{ at: `${path}:${line}`, message }]
    }),
  )
}

interface Link {
  readonly url: string
  readonly line: number
}

function linksOf(page: Root): Link[] {
  const links: Link[] = []
  visit(page, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      links.push({ url: node.url, line: lineOf(node) })
    }
    if (node.type === 'html') for (const url of urlsInHtml(node.value)) links.push({ url, line: lineOf(node) })
  })
  return links
}

function urlsInHtml(html: string): string[] {
  return [...html.matchAll(/\b(?:href|src)=["'](?<url>[^"']*)["']/g)].map(({ groups }) => groups?.['url'] ?? '')
}

interface Place {
  readonly path: string
  readonly root: string
  readonly pages: ReadonlyMap<string, Root>
}

/** What is wrong with a link; `undefined` when nothing is, or when it leads out of the repository. */
function broken(url: string, { path, root, pages }: Place): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) return undefined
  const [file = '', anchor] = url.split('#')
  const target = file === '' ? path : posix.join(posix.dirname(path), decoded(file)).replace(/\/$/, '')
  if (url.startsWith('/') || target.startsWith('..')) return `the link ${url} leads out of the repository`
  if (!existsSync(join(root, target))) return `the link ${url} leads nowhere: there is no ${target}`
  if (anchor === undefined || anchor === '') return undefined
  const page = pages.get(target)
  if (page === undefined) return undefined
  return anchorsOf(page).has(decoded(anchor))
    ? undefined
    : `the link ${url} leads nowhere: ${target} has no heading #${decoded(anchor)}`
}

/** As GitHub makes them. */
function anchorsOf(page: Root): Set<string> {
  const slugger = new GithubSlugger()
  const anchors = new Set<string>()
  visit(page, (node: Nodes) => {
    if (node.type === 'heading') anchors.add(slugger.slug(toString(node)))
    if (node.type === 'html') for (const id of idsIn(node.value)) anchors.add(id)
  })
  return anchors
}

function idsIn(html: string): string[] {
  return [...html.matchAll(/\b(?:id|name)=["'](?<id>[^"']+)["']/g)].map(({ groups }) => groups?.['id'] ?? '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
