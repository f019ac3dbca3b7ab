import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { metadataProblems } from '../src/metadata.js'
import { folderOf, publishedPackages } from '../src/index.js'

const naming: Record<string, unknown> = JSON.parse(readFileSync(join(folderOf('naming'), 'package.json'), 'utf8'))

it('every published package says where it comes from, what it is, and how it is published', () => {
  const problems = publishedPackages().flatMap((name) =>
    metadataProblems(JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')), name),
  )
  expect(problems).toEqual([])
})

describe('a manifest is refused', () => {
  const required = ['description', 'keywords', 'homepage', 'bugs', 'license', 'repository', 'files', 'sideEffects']

  it.each([...required, 'engines', 'exports', 'publishConfig', 'type'])('without %s', (field) => {
    const { [field]: _left, ...rest } = naming
    expect(metadataProblems(rest, 'naming')).toEqual([expect.stringMatching(new RegExp(`^package\\.json: ${field}`))])
  })

  it('of another folder of the repository, because provenance would not match', () => {
    expect(metadataProblems(naming, 'client')).toEqual([
      expect.stringContaining('name'),
      expect.stringContaining('homepage'),
      expect.stringContaining('repository.directory'),
    ])
  })

  it.each([[['src', 'dist']], [['dist']]])('that ships %j first', (files) => {
    expect(metadataProblems({ ...naming, files }, 'naming')).not.toEqual([])
  })

  it('with a script that runs when a user installs it', () => {
    expect(metadataProblems({ ...naming, scripts: { postinstall: 'node x.js' } }, 'naming')).toEqual([
      expect.stringContaining('scripts.postinstall'),
    ])
  })
})
