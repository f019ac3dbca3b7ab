/** Complete images of one pixel, in base64. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
export const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Leading bytes alone: enough for the plain face, which decodes nothing else. */
export const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]).toString('base64')
export const WEBP_HEAD = Buffer.from('RIFF\x1a\0\0\0WEBPVP8L', 'latin1').toString('base64')
export const BMP_HEAD = Buffer.from('BM\x46\0\0\0', 'latin1').toString('base64')
export const PNG_HEAD_THEN_NOISE = Buffer.from('\x89PNG\r\n\x1a\nno image follows', 'latin1').toString('base64')

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const bytesOf = (data: string): number => Buffer.from(data, 'base64').length

export const text = (value: string): { type: string; text: string } => ({ type: 'text', text: value })
export const image = (data: unknown, mimeType?: unknown): object =>
  mimeType === undefined ? { type: 'image', data } : { type: 'image', data, mimeType }

/** The diagnostic of something that is not shown. */
export const notShown = (what: string, why: string): string =>
  `[${what} is not shown: ${why}; programs still have the raw data]`
