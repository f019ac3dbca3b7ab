import { join } from 'node:path'

/** What a store gives back for an image, as far as its file is concerned. */
export interface ImageReference {
  readonly attachmentId: string
}

/** A folder of its own, because the store makes its home private to the user: `--data .` must not do that to a project. */
export function storeHome(dataFolder: string): string {
  return join(dataFolder, 'attachment-store')
}

/** The file of an image. The local store keeps each under its SHA-256, in buckets by the first two digits. */
export function attachmentPath(dataFolder: string, { attachmentId }: ImageReference): string {
  const digest = attachmentId.replace(/^sha256:/, '')
  return join(storeHome(dataFolder), 'attachments', 'v1', 'objects', digest.slice(0, 2), digest)
}
