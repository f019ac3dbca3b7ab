/** A document that the lab servers offer as a resource, whole and ready to send. */
export interface LabDocument {
  name: string
  uri: string
  title: string
  description: string
  mimeType: string
  text: string
}

export const documents: readonly LabDocument[] = [
  {
    name: 'welcome',
    uri: 'lab://documents/welcome',
    title: 'Welcome',
    description: 'What this server is for',
    mimeType: 'text/markdown',
    text: '# Welcome\n\nThis server exists to be connected to.\n',
  },
  {
    name: 'menu',
    uri: 'lab://documents/menu',
    title: 'Menu',
    description: 'What the canteen serves, as JSON',
    mimeType: 'application/json',
    text: JSON.stringify({ soup: 'lentil', main: 'dumplings' }),
  },
]

export const greetingTemplate = 'lab://greetings/{name}'

export const greetingMetadata = { title: 'Greeting', description: 'A greeting for one person', mimeType: 'text/plain' }

export const instructions = 'Use add for sums. The documents under lab://documents explain the rest.'

/** The one content item that a read of `document` returns. */
export function contentsOf(document: LabDocument): { contents: { uri: string; mimeType: string; text: string }[] } {
  return { contents: [{ uri: document.uri, mimeType: document.mimeType, text: document.text }] }
}

/** The one content item that a read of a greeting returns. */
export function greet(uri: URL): { contents: { uri: string; mimeType: string; text: string }[] } {
  const name = decodeURIComponent(uri.pathname.slice(1))
  return { contents: [{ uri: uri.href, mimeType: greetingMetadata.mimeType, text: `Hello, ${name}.` }] }
}
