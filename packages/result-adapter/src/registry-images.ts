import { diagnostic } from './diagnostics.js'
import type { AttachmentStore, ImageToStore, RegistryBlock, ServiceLookup, ToolExecution } from './harness.js'
import { imageCapability } from './image-capability.js'
import { imageIsNotShown, type EncodedImage } from './images.js'
import type { Part } from './parts.js'
import { untilAborted } from './until-aborted.js'

type ImageBlock<Ref> = RegistryBlock<Ref> & { type: 'image' }
type Storage<Ref> = { ok: true; refs: readonly Ref[] } | { ok: false; reason: string }

/**
 * Parts with each image stored and referred to, or each replaced by a diagnostic with the reason: images are admitted
 * all or none. The bytes of all are decoded before the first is stored.
 *
 * @throws the reason of the signal, when the call was cancelled: before the store was asked nothing is stored, and what it
 * was asked for before is no longer waited for.
 */
export async function admitImages<Ref>(
  parts: readonly Part<EncodedImage>[],
  host: ServiceLookup,
  exec: ToolExecution,
): Promise<Part<ImageBlock<Ref>>[]> {
  const images = parts.flatMap((part) => (part.kind === 'image' ? [part.image] : []))
  const storage: Storage<Ref> = images.length === 0 ? { ok: true, refs: [] } : await store(images, host, exec)
  let next = 0
  return parts.map((part) => {
    if (part.kind !== 'image') return part
    const attachment = storage.ok ? storage.refs[next++] : undefined
    if (attachment !== undefined) return { kind: 'image', image: { type: 'image', attachment } }
    const why = storage.ok ? 'it was not stored' : storage.reason
    return { kind: 'diagnostic', line: () => diagnostic(imageIsNotShown(part.image), why) }
  })
}

/** Parts with each image replaced by a line that says that it is elsewhere: what a registry renders by itself. */
export function withoutImages(parts: readonly Part<EncodedImage>[]): Part<never>[] {
  return parts.map((part) =>
    part.kind === 'image'
      ? { kind: 'diagnostic', line: () => diagnostic(imageIsNotShown(part.image), 'it is not part of this text') }
      : part,
  )
}

async function store<Ref>(
  images: readonly EncodedImage[],
  host: ServiceLookup,
  exec: ToolExecution,
): Promise<Storage<Ref>> {
  if (exec.parent !== undefined) return { ok: false, reason: 'a program made the call' }
  const attachments = host.get('attachments')
  if (!isAttachmentStore<Ref>(attachments)) return { ok: false, reason: 'the harness has no attachment service' }
  const capability = await untilAborted(imageCapability(host, exec), exec.signal)
  exec.signal.throwIfAborted()
  return capability.ok ? untilAborted(save(attachments, images.map(decode)), exec.signal) : capability
}

async function save<Ref>(attachments: AttachmentStore<Ref>, images: readonly ImageToStore[]): Promise<Storage<Ref>> {
  try {
    const refs = await attachments.saveImages(images)
    if (refs.length === images.length) return { ok: true, refs }
    return { ok: false, reason: `the attachment service stored ${refs.length} of ${images.length} images` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason given'
    return { ok: false, reason: `${refusalOf(images.length)}: ${reason}` }
  }
}

// The store takes all or none and does not say which one is to blame, so the reason is not put on each.
function refusalOf(images: number): string {
  if (images === 1) return 'the attachment service refused it'
  return `the attachment service refused the ${images} images of this result together`
}

function decode({ mediaType, data }: EncodedImage): ImageToStore {
  return { mediaType, data: Buffer.from(data, 'base64') }
}

function isAttachmentStore<Ref>(value: unknown): value is AttachmentStore<Ref> {
  return typeof value === 'object' && value !== null && 'saveImages' in value && typeof value.saveImages === 'function'
}
