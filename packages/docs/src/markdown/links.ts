import GithubSlugger from 'github-slugger'
import type { Nodes, Root } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { visit } from 'unist-util-visit'

import { lineOf } from './markdown.js'

/** Where a page leads to. */
export interface Link {
  readonly url: string
  readonly line: number
}

/** The links, pictures and definitions of a page, those of its HTML too. */
export function linksOf(page: Root): Link[] {
  const links: Link[] = []
  visit(page, (node) => {
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') {
      links.push({ url: node.url, line: lineOf(node) })
    }
    if (node.type === 'html') for (const url of urlsInHtml(node.value)) links.push({ url, line: lineOf(node) })
  })
  return links
}

/** Brackets that Markdown shows as they stand: the reference has no definition, or there is a space in the address. */
export function noLinks(page: Root): { readonly text: string; readonly line: number }[] {
  const found: { readonly text: string; readonly line: number }[] = []
  visit(page, 'text', (node) => {
    for (const [text] of node.value.matchAll(/(?<![\w\]])\[[^\][\n]+\](?:\[[^\][\n]*\]|\([^()\n]*\))/g))
      found.push({ text, line: lineOf(node) })
  })
  return found
}

/** As GitHub makes them: of what a heading shows, which its tags and pictures are not. */
export function anchorsOf(page: Root): Set<string> {
  const slugger = new GithubSlugger()
  const anchors = new Set<string>()
  visit(page, (node: Nodes) => {
    if (node.type === 'heading')
      anchors.add(slugger.slug(toString(node, { includeHtml: false, includeImageAlt: false })))
    if (node.type === 'html') for (const id of idsIn(node.value)) anchors.add(id)
  })
  return anchors
}

function urlsInHtml(html: string): string[] {
  return attributesIn(html, 'href|src')
}

/** The values of attributes, with quotes or without; comments have none. */
function attributesIn(html: string, names: string): string[] {
  const pattern = new RegExp(String.raw`\s(?:${names})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))`, 'gi')
  const matches = [...html.replaceAll(/<!--[^]*?-->/g, '').matchAll(pattern)]
  return matches.map(([, double, single, bare]) => double ?? single ?? bare ?? '')
}

function idsIn(html: string): string[] {
  return attributesIn(html, 'id|name')
}
