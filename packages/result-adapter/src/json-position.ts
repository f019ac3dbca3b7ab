// The parser of the engine names a position in some of its messages only, and differently in each version of Node.

const SPACE = /[\t\n\r ]*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const QUOTE = /"/y
const UNESCAPED = /[ !#-[\]-\uffff]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

/** The index of the first UTF-16 unit at which a text stops being JSON; its length when only the end is missing. */
export function jsonErrorPosition(text: string): number {
  const scan: Scan = { text, at: 0, open: [], expected: 'value' }
  do take(scan, SPACE)
  while (step(scan))
  return scan.at
}

type Scan = { readonly text: string; at: number; readonly open: ('{' | '[')[]; expected: Expected }

function step(scan: Scan): boolean {
  switch (scan.expected) {
    case 'value':
      return value(scan)
    case 'value or end':
      return closed(scan, ']') || value(scan)
    case 'key':
      return key(scan)
    case 'key or end':
      return closed(scan, '}') || key(scan)
    case 'colon':
      return punctuation(scan, ':', 'value')
    case 'comma or end':
      return scan.open.at(-1) === '{'
        ? closed(scan, '}') || punctuation(scan, ',', 'key')
        : closed(scan, ']') || punctuation(scan, ',', 'value')
    case 'nothing':
      return false
  }
}

function value(scan: Scan): boolean {
  const character = scan.text[scan.at]
  if (character === '{' || character === '[') {
    scan.open.push(character)
    return punctuation(scan, character, character === '{' ? 'key or end' : 'value or end')
  }
  const done = character === '"' ? string(scan) : take(scan, SCALAR)
  return done && ended(scan)
}

function key(scan: Scan): boolean {
  scan.expected = 'colon'
  return string(scan)
}

// In steps, because one expression for a whole string overflows the stack of the engine on a long one.
function string(scan: Scan): boolean {
  if (!take(scan, QUOTE)) return false
  do take(scan, UNESCAPED)
  while (take(scan, ESCAPE))
  return take(scan, QUOTE)
}

function closed(scan: Scan, character: '}' | ']'): boolean {
  if (scan.text[scan.at] !== character) return false
  scan.at += 1
  scan.open.pop()
  return ended(scan)
}

function ended(scan: Scan): true {
  scan.expected = scan.open.length === 0 ? 'nothing' : 'comma or end'
  return true
}

function punctuation(scan: Scan, character: string, next: Expected): boolean {
  if (scan.text[scan.at] !== character) return false
  scan.at += 1
  scan.expected = next
  return true
}

function take(scan: Scan, pattern: RegExp): boolean {
  pattern.lastIndex = scan.at
  const found = pattern.exec(scan.text)
  if (found === null) return false
  scan.at += found[0].length
  return true
}
