import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publicToolName } from '../src/index.js'

const MODEL_API_NAME = /^[A-Za-z0-9_-]{1,64}$/

const serverNames = fc.string({
  unit: fc.constantFrom(...Array.from('abcXYZ019_-')),
  minLength: 1,
  maxLength: 32,
})
const rawNames = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('ab_-.')), minLength: 1, maxLength: 70 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 70 }),
  // Every UTF-16 code unit alone, so that halves of surrogate pairs occur, whole and broken.
  fc
    .array(fc.oneof(fc.integer({ min: 0xd7f0, max: 0xe010 }), fc.integer({ min: 0, max: 0xffff })), {
      minLength: 1,
      maxLength: 70,
    })
    .map((units) => String.fromCharCode(...units)),
)

const sha12 = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

describe('known answers', () => {
  test.each([
    ['everything', 'echo', 'mcp__everything__echo'],
    ['github', 'create_issue', 'mcp__github__create_issue'],
    ['a', 'b__c', 'mcp__a__b__c'],
    ['a', '_b', 'mcp__a___b'],
    ['s', 'a.b', 'mcp__s__a_b_407e8e5cd262'],
    ['a__b', 'c', `mcp__a__b__c_${sha12('a__b\0c')}`],
    ['a_', 'b', `mcp__a___b_${sha12('a_\0b')}`],
    ['s', 'a_b_407e8e5cd262', `mcp__s__a_b_407e8e5cd262_${sha12('s\0a_b_407e8e5cd262')}`],
    ['s', 'a_b_407e8e5cd26', 'mcp__s__a_b_407e8e5cd26'],
    ['s', 'a_b_407E8E5CD262', 'mcp__s__a_b_407E8E5CD262'],
    [
      'backstage',
      'catalog.get-entity-facets',
      `mcp__backstage__catalog_get-entity-facets_${sha12('backstage\0catalog.get-entity-facets')}`,
    ],
    ['api', 'user-profile/update', `mcp__api__user-profile_update_${sha12('api\0user-profile/update')}`],
    ['s', '读取', `mcp__s_____${sha12('s\0读取')}`],
    ['s', '😀', `mcp__s_____${sha12('s\0😀')}`],
    ['s', 'a\0b', `mcp__s__a_b_${sha12('s\0a\0b')}`],
  ])('%j and %j give %j', (serverName, rawName, expected) => {
    expect(publicToolName(serverName, rawName)).toBe(expected)
  })

  test('a name of exactly 64 characters stays verbatim, one more is cut to 51 and hashed', () => {
    const fits = 'x'.repeat(56)
    expect(publicToolName('s', fits)).toBe(`mcp__s__${fits}`)
    expect(publicToolName('s', `${fits}x`)).toBe(`mcp__s__${'x'.repeat(43)}_${sha12(`s\0${fits}x`)}`)
  })

  test('a long server name leaves room for the hash', () => {
    const server = 'extension-some-very-long-name-32'
    const raw = 'y'.repeat(50)
    expect(publicToolName(server, raw)).toBe(`mcp__${server}__${'y'.repeat(12)}_${sha12(`${server}\0${raw}`)}`)
  })
})

describe('no two identities share a name', () => {
  test('all short server and raw names that can imitate a separator', () => {
    const servers = words('ab_-', 4)
    const raws = words('ab_-.', 4)
    const owners = new Map<string, string>()
    const shared: string[] = []
    for (const server of servers) {
      for (const raw of raws) {
        const name = publicToolName(server, raw)
        const identity = `${server}\0${raw}`
        if (owners.has(name) || !MODEL_API_NAME.test(name)) shared.push(`${identity} = ${owners.get(name)}`)
        owners.set(name, identity)
      }
    }
    expect(shared).toEqual([])
    expect(owners.size).toBe(servers.length * raws.length)
  })

  test('random names, broken Unicode included', () => {
    fc.assert(
      fc.property(serverNames, serverNames, rawNames, rawNames, (serverA, serverB, rawA, rawB) => {
        const same = serverA === serverB && rawA === rawB
        expect(publicToolName(serverA, rawA) === publicToolName(serverB, rawB)).toBe(same)
      }),
      { numRuns: 2_000 },
    )
  })

  test('a hashed name used as a raw name gets a name of its own', () => {
    fc.assert(
      fc.property(serverNames, rawNames, (server, raw) => {
        const name = publicToolName(server, raw)
        const imitation = name.slice(`mcp__${server}__`.length)
        fc.pre(imitation !== '' && imitation !== raw)
        expect(publicToolName(server, imitation)).not.toBe(name)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each([
    ['\uD800', '\uFFFD'],
    ['\uD800', '\uDC00'],
    ['\uD800', '"\\ud800"'],
    ['\uD800', '\0"\\ud800"'],
    ['\uD800', '\u00FF"\\ud800"'],
    ['\uD800', '\uFFFD"\\ud800"'],
    ['\uD800\0', '\uD800\\u0000'],
    ['a\0', 'a.'],
    ['\0', '\0\0'],
    ['read-file', 'read_file'],
    ['read.file', 'read_file'],
    [`${'x'.repeat(70)}1`, `${'x'.repeat(70)}2`],
    ['读取', '写入'],
  ])('%j and %j are told apart', (one, other) => {
    expect(publicToolName('s', one)).not.toBe(publicToolName('s', other))
  })

  test('the servers foo-bar and foo_bar are told apart', () => {
    expect(publicToolName('foo-bar', 'read')).not.toBe(publicToolName('foo_bar', 'read'))
  })
})

test('every name keeps the function-name contract of the model APIs and depends on its pair alone', () => {
  fc.assert(
    fc.property(serverNames, rawNames, (server, raw) => {
      const name = publicToolName(server, raw)
      expect(name).toMatch(MODEL_API_NAME)
      expect(publicToolName(server, raw)).toBe(name)
    }),
    { numRuns: 2_000 },
  )
})

test('a raw name of a megabyte is named like any other', () => {
  const raw = '界'.repeat(1 << 20)
  expect(publicToolName('s', raw)).toBe(`mcp__s__${'_'.repeat(43)}_${sha12(`s\0${raw}`)}`)
})

describe('refusals', () => {
  test.each(['', 'git hub', 'x'.repeat(33), 'a\n', 'ä'])('the server name %j is refused by name', (serverName) => {
    expect(() => publicToolName(serverName, 'tool')).toThrow(
      new RangeError(
        `server name ${JSON.stringify(serverName)} is invalid: use 1 to 32 characters of A-Z, a-z, 0-9, _ and -`,
      ),
    )
  })

  test('an overlong server name is quoted only in part', () => {
    expect(() => publicToolName('x'.repeat(1_000), 'tool')).toThrow(
      new RangeError(
        `server name ${JSON.stringify('x'.repeat(64))} is invalid: use 1 to 32 characters of A-Z, a-z, 0-9, _ and -`,
      ),
    )
  })

  test('an empty raw name is refused', () => {
    expect(() => publicToolName('github', '')).toThrow(
      new RangeError('github: a tool must have a name of at least one character'),
    )
  })

  // As JavaScript calls: with any value.
  const named = (...names: unknown[]): unknown => Reflect.apply(publicToolName, undefined, names)

  test.each([
    [5, 'of type number'],
    [null, 'null'],
    [undefined, 'of type undefined'],
    [['github'], 'of type object'],
    [10n, 'of type bigint'],
    [Symbol('s'), 'of type symbol'],
  ])('a name that is no text is refused on either side: %s', (name, kind) => {
    expect(() => named(name, 'tool')).toThrow(
      new RangeError(`server name ${kind} is invalid: use 1 to 32 characters of A-Z, a-z, 0-9, _ and -`),
    )
    expect(() => named('github', name)).toThrow(
      new RangeError(`github: a tool must be named by a text, and this name is ${kind}`),
    )
  })
})

function words(alphabet: string, maxLength: number): string[] {
  let last = ['']
  const all: string[] = []
  for (let length = 1; length <= maxLength; length += 1) {
    last = last.flatMap((word) => Array.from(alphabet, (letter) => word + letter))
    all.push(...last)
  }
  return all
}
