import type { ElicitationText } from './elicitation.js'

type Format = NonNullable<ElicitationText['format']>

/** Longer texts have none of these formats, and are not looked at. In UTF-16 units. */
const LONGEST = 8_192

/** Whether a text has one of the four formats of a form: RFC 5321 mailboxes without their oddities, RFC 3986, RFC 3339. */
export function hasFormat(format: Format, text: string): boolean {
  return text.length <= LONGEST && CHECKS[format](text)
}

const CHECKS: Readonly<Record<Format, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && URL.canParse(text),
  date: isDate,
  'date-time': isDateTime,
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  // The 30th of February is a day in March.
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

function isDateTime(text: string): boolean {
  const [, date = '', hour, minute, second] =
    /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? []
  // 60 is a leap second.
  return isDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60
}
