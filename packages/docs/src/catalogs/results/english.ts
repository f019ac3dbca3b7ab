import type { Words } from './words.js'

export const english: Words = {
  introduction: introduction(),
  ending: ending(),
  sections: {},
  result: 'The result:',
  modelReads: 'The model reads:',
  inRegistry: 'In a registry it reads:',
  programsGet: 'Programs get:',
  noValue: 'Programs get no value.',
  contentAsSent: 'Programs get its `content` as it came.',
  bothAsSent: 'Programs get its `content` and `structuredContent` as they came.',
  and: ' and ',
  with: (options) => ` With ${options}.`,
  failure: (code) => `A failure with the code \`${code}\`. The model reads:`,
}

function introduction(): string {
  return `# Results

English | [中文](results.zh.md)

<!-- Written by \`pnpm run gen-results\` from packages/result-adapter/test/examples/results.json. Edit that, or packages/docs/src/catalogs/results. -->

A tool of an MCP server returns blocks, and perhaps structured content. \`@harness-mcp/result-adapter\` makes two things of that: a value for programs, in which nothing is lost, and content for a model, in which everything can be read. This page says what becomes of each kind of block. Its examples are the ones that the tests assert.

\`\`\`ts
import { projectResult } from '@harness-mcp/result-adapter'

const outcome = projectResult({ content: [{ type: 'text', text: 'sunny' }], structuredContent: { celsius: 21 } })
outcome.content // what the model reads: [{ type: 'text', text: 'sunny\\n{"celsius":21}' }]
outcome.value // what programs get: { content: [{ type: 'text', text: 'sunny' }], structuredContent: { celsius: 21 } }
\`\`\`

## At a glance

| in the result | the model reads |
| --- | --- |
| \`text\` | its text |
| \`image\`: PNG, JPEG, WebP, GIF | the image; in a registry, a reference to the stored image |
| \`image\`: SVG | its text |
| \`image\` that is something else, broken, or for a model that takes none | one line: the media type, and why it is not shown |
| \`audio\` | one line: the media type |
| \`resource\` with text, or with a blob of a text type | the text, labelled with its URI |
| \`resource\` with another blob | one line: URI, media type, size |
| \`resource_link\` | name, URI and description |
| any other block | one line: the type, and why it is not shown |
| structured content | its JSON after the texts, unless a text block already is that JSON |
| nothing at all | a sentence that says so |

- Blocks keep their order. Neighbouring texts are joined with a newline; an image stands between them.
- One bad block costs one block. The line in its place is in brackets, has at most 1,300 bytes, and no control or invisible characters of the server's.
- The \`data\` and \`blob\` of a block that is not shown are never in the text.
- Text of the tool is not cleaned: only halves of surrogate pairs, which no request to a model can carry, become \`U+FFFD\`.
- \`_meta\` is neither in the text nor in the value.

## What programs get

\`{ content, structuredContent? }\`, deeply equal to what the server sent, with the order of keys, and never cut. It is JSON without loss: a number that JSON cannot hold (\`1e999\`) is \`null\`, and in a registry \`-0\` is \`0\`. A missing \`content\` is an empty list. A program that calls a tool in a registry's code mode gets the same value, typed by the tool's output schema where the registry can express it.

## In a registry

\`createMcpToolDefinition\` makes a tool for a harness with a tool registry. The value is the tool's value there. Images enter the conversation when the harness has an attachment service and the model of the calling agent declares image input:

- The images of a result are admitted all or none. When the service refuses one, each becomes a line with the reason, and no file is left.
- A call that is cancelled before its images are stored stores none, and so does a failed call, and one that a program makes.
- A policy that blocks the call or replaces its value leaves no image. One that shortens the text keeps them: where the registry projects content before its policies (\`projectContent\`), the policy's content is final; where it only finalizes (\`finalizeContent\`), the images return when the beginning or the end of the text is still there, and otherwise a line says that they were withheld.
- A failure rejects the call. Its message is the one text in the examples below, with a line for each image.`
}

function ending(): string {
  return `## Bounds

- The model reads the first 10,000 blocks of a result, and 50 lines about blocks that are not shown; one line each counts the rest.
- \`maxModelBytes\` is the most text that a model reads, in bytes of UTF-8. Without it there is no limit. The line about what is missing is not counted.
- Names, URIs and descriptions of links are cut to 300, 2,048 and 4,096 bytes.
- Output schemas: see the [limits of the package](../packages/result-adapter/README.md#limits).`
}
