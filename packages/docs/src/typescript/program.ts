import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

import ts from 'typescript'

/** What users of the packages are advised to have, and what the packages are built with. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  types: ['node'],
  typeRoots: [dirname(dirname(createRequire(import.meta.url).resolve('@types/node/package.json')))],
  jsx: ts.JsxEmit.Preserve,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  noEmit: true,
}

const parsed = new Map<string, { readonly version: string; readonly file: ts.SourceFile | undefined }>()

/**
 * A program of these files. `texts` holds files that exist nowhere else, by path; `changed` replaces options that nothing is
 * parsed by. A declaration file is parsed once, however many programs there are in a process.
 */
export function programOf(
  paths: readonly string[],
  texts: ReadonlyMap<string, string> = new Map(),
  changed: Pick<ts.CompilerOptions, 'exactOptionalPropertyTypes' | 'noUncheckedIndexedAccess'> = {},
): ts.Program {
  const disk = ts.createCompilerHost(options, true)
  const host: ts.CompilerHost = {
    ...disk,
    getCurrentDirectory: () => fileURLToPath(new URL('.', import.meta.url)),
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    getSourceFile: (path, languageVersion) => {
      const text = texts.get(path)
      return text === undefined ? parsedFile(path, languageVersion, disk) : moduleOf(path, text, languageVersion)
    },
  }
  return ts.createProgram({ rootNames: [...paths, ...texts.keys()], options: { ...options, ...changed }, host })
}

/** An ECMAScript module, whatever the manifest above it says. The ending `.mts` would do that too, but forbids `<T>(a: T) => a`. */
function moduleOf(path: string, text: string, languageVersion: Version): ts.SourceFile {
  const how = typeof languageVersion === 'object' ? languageVersion : { languageVersion }
  return ts.createSourceFile(path, text, { ...how, impliedNodeFormat: ts.ModuleKind.ESNext }, true)
}

type Version = ts.ScriptTarget | ts.CreateSourceFileOptions

function parsedFile(path: string, languageVersion: Version, disk: ts.CompilerHost): ts.SourceFile | undefined {
  // What is ours may have changed meanwhile.
  if (!path.includes('/node_modules/')) return disk.getSourceFile(path, languageVersion)
  const version = JSON.stringify(languageVersion)
  const known = parsed.get(path)
  if (known?.version === version) return known.file
  const file = disk.getSourceFile(path, languageVersion)
  parsed.set(path, { version, file })
  return file
}
