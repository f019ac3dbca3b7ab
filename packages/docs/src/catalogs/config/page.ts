import { cell, fence } from '../../markdown/markdown.js'
import { type Field, type Variant, variantsOf } from './fields.js'
import { SCHEMA_FILE } from './schema-file.js'
import type { Settings } from './settings.js'

interface Words {
  readonly notice: string
  readonly title: string
  readonly languages: string
  readonly introduction: string
  readonly yaml: string
  readonly schema: (file: string, specifier: string) => string
  readonly shared: string
}

const words: Record<'en' | 'zh', Words> = {
  en: {
    notice: '<!-- Written by `pnpm run gen-config-catalog` from the schemas of the packages. Edit those. -->',
    title: '# Configuration catalog',
    languages: 'English | [中文](config-catalog.zh.md)',
    introduction:
      'Every setting of every package that has settings. A setting without a default that is not required may be left out. Unknown keys are errors. A dot leads into an object: `reconnect.enabled` is `enabled` in `reconnect`.',
    yaml: `Each of these packages ships a JSON Schema of its settings for editors. A file of \`mcpServers\` can name it itself:`,
    schema: (file, specifier) => `JSON Schema: [\`${specifier}\`](../${file}).`,
    shared: 'In every entry',
  },
  zh: {
    notice: '<!-- 由 `pnpm run gen-config-catalog` 根据各包的 schema 生成。请修改 schema。 -->',
    title: '# 配置目录',
    languages: '[English](config-catalog.md) | 中文',
    introduction:
      '这里列出所有带配置的包的全部配置项。没有默认值又非必填的配置项可以省略。未知的键会报错。点号表示进入对象：`reconnect.enabled` 就是 `reconnect` 里的 `enabled`。',
    yaml: '这些包都随包附带一份配置的 JSON Schema，供编辑器使用。`mcpServers` 文件可以直接引用它：',
    schema: (file, specifier) => `JSON Schema：[\`${specifier}\`](../${file})。`,
    shared: '所有条目共有',
  },
}

const EXAMPLE = {
  $schema: `./node_modules/@harness-mcp/sessions/${SCHEMA_FILE}`,
  mcpServers: { files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] } },
}

/** The catalog in one language. Tables are the same in both. */
export function configPage(language: 'en' | 'zh', settings: readonly Settings[]): string {
  const { notice, title, languages, introduction, yaml } = words[language]
  return [
    title,
    languages,
    notice,
    introduction,
    yaml,
    fence('json', JSON.stringify(EXAMPLE, null, 2)),
    ...settings.map((one) => section(language, one)),
  ].join('\n\n')
}

function section(language: 'en' | 'zh', { name, folder, about, entry }: Settings): string {
  const { schema, shared } = words[language]
  const variants = variantsOf(entry)
  return [
    `## \`${name}\``,
    about[language],
    schema(`${folder}/${SCHEMA_FILE}`, `${name}/${SCHEMA_FILE}`),
    ...variants.flatMap((variant) => [
      ...(variants.length > 1 ? [heading(variant, shared)] : []),
      table(variant.fields),
    ]),
  ].join('\n\n')
}

function heading({ title }: Variant, shared: string): string {
  return title === '' ? `### ${shared}` : `### \`${title}\``
}

function table(fields: readonly Field[]): string {
  const rows = fields.map(({ key, type, byDefault, required, description }) => {
    const preset = required ? 'required' : byDefault === undefined ? '' : `\`${byDefault}\``
    return `| ${[`\`${key}\``, type, preset, description].map((text) => cell(text)).join(' | ')} |`
  })
  return ['| setting | type | default | description |', '| --- | --- | --- | --- |', ...rows].join('\n')
}
