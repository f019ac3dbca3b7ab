import { join } from 'node:path'
import { closeSync, copyFileSync, openSync, writeFileSync } from 'node:fs'

import { childrenOf, eventually, isAlive, linesOf, scripted } from '@harness-mcp/lab'
import { freshFile, freshFolder } from '@harness-mcp/lab/vitest'
import { describe, expect, test } from 'vitest'

import { failureOf } from '../support/failure.js'
import { INITIALIZE, program, request, watch } from '../support/stdio.js'

describe('messages', () => {
  test('a request reaches the server and its answer comes back', async () => {
    const { transport, next } = watch(scripted())
    await transport.start()
    await transport.send(INITIALIZE)
    expect(await next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'scripted' } } })
  })

  test('a banner on standard output is skipped and reported once', async () => {
    const { transport, next } = watch(scripted('--banner'))
    const noise: string[] = []
    transport.onnoise = () => noise.push('noise')
    await transport.start()
    await transport.send(INITIALIZE)
    expect(await next()).toMatchObject({ id: 0 })
    expect(noise).toEqual(['noise'])
  })

  test('1 MB on standard error before the first answer is drained', async () => {
    const { transport, next } = watch(scripted('--stderr-flood', '1000000'))
    await transport.start()
    await transport.send(INITIALIZE)
    expect(await next()).toMatchObject({ id: 0 })
    expect(transport.obituary()).toContain('flood 15625 ')
  })

  test('a message of 16 MB goes there and back', async () => {
    const { transport, next } = watch(program('process.stdin.pipe(process.stdout)'))
    await transport.start()
    const text = 'é'.repeat(8_000_000)
    await transport.send(request(1, 'echo', { text }))
    expect(await next()).toEqual(request(1, 'echo', { text }))
  })

  test('many large messages at once wait for a slow reader, arrive in order and leave no listener behind', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error): void => void warnings.push(warning)
    process.on('warning', warn)
    const slow = 'process.stdin.pause(); setTimeout(() => process.stdin.pipe(process.stdout), 200)'
    const { transport, next } = watch(program(slow))
    await transport.start()
    const text = 'x'.repeat(200_000)
    const sent = Array.from({ length: 40 }, (_, id) => transport.send(request(id, 'echo', { text })))
    await Promise.all(sent)
    for (let id = 0; id < sent.length; id++) expect(await next()).toMatchObject({ id })
    process.off('warning', warn)
    expect(warnings).toEqual([])
  })

  test('the last answer of a server that exits right after it still arrives', async () => {
    const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })
    const { transport, messages, closed } = watch(
      program(`require('fs').writeSync(1, '${answer}\\n'); process.exit(0)`),
    )
    await transport.start()
    await closed
    expect(messages).toEqual([JSON.parse(answer)])
  })

  test('a batch is read as its messages', async () => {
    const [first, last] = [request(1, 'a'), request(2, 'b')]
    const batch = JSON.stringify([first, { garbage: 1 }, last])
    const { transport, next } = watch(program(`console.log(${JSON.stringify(batch)}); process.stdin.resume()`))
    await transport.start()
    expect([await next(), await next()]).toEqual([first, last])
  })

  test('a message over the limit ends the connection with one error, and nothing more is read', async () => {
    const flood = "setInterval(() => { for (let i = 0; i < 50; i++) process.stdout.write('x'.repeat(65536)) }, 1)"
    const { transport, errors, messages, closed, closes } = watch(program(flood), { maxMessageBytes: 100_000 })
    await transport.start()
    await closed
    await transport.close()
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^lab: a message of over \d+ bytes exceeds maxMessageBytes \(100000\); the connection is closed$/,
      ),
    ])
    expect({ messages, closes: closes() }).toEqual({ messages: [], closes: 1 })
  })
})

describe('the environment of the process', () => {
  const print =
    "process.stdout.write(JSON.stringify({ jsonrpc: '2.0', method: 'seen', params: { env: process.env, cwd: process.cwd() } }) + '\\n'); process.stdin.resume()"

  test('is scrubbed, and what is configured is there', async () => {
    process.env['CLIENT_TEST_TOKEN'] = 'of the harness'
    const { transport, next } = watch(program(print), { env: { CONFIGURED_TOKEN: 'yes' } })
    await transport.start()
    delete process.env['CLIENT_TEST_TOKEN']
    const seen = await next()
    expect(seen).toHaveProperty('params.env.CONFIGURED_TOKEN', 'yes')
    expect(seen).toHaveProperty('params.env.PATH', process.env['PATH'])
    expect(seen).not.toHaveProperty('params.env.CLIENT_TEST_TOKEN')
  })

  test('has the configured working directory', async () => {
    const cwd = freshFolder()
    const { transport, next } = watch(program(print), { cwd })
    await transport.start()
    expect(await next()).toHaveProperty('params.cwd', cwd)
  })

  test('arguments reach the program as they are: no shell', async () => {
    const args = ['$HOME', '`id`', 'a b', '"', '*', '; exit 1', '']
    const show =
      "process.stdout.write(JSON.stringify({ jsonrpc: '2.0', method: 'seen', params: { args: process.argv.slice(1) } }) + '\\n')"
    const { transport, next } = watch(program(show, ...args))
    await transport.start()
    expect(await next()).toHaveProperty('params.args', args)
  })
})

describe('a process that cannot start', () => {
  test('a command that is not found', async () => {
    const { transport, closes } = watch({ command: 'no-such-command-anywhere', args: [] })
    const error = await failureOf(transport.start())
    expect(error.code).toBe('start-failed')
    expect(error.message).toBe(
      'lab: the command "no-such-command-anywhere" was not found on PATH; check the spelling, or give its full path',
    )
    expect(closes()).toBe(1)
  })

  test.each(['/no/such/program', './no-such-program'])(
    'the command %s is a path, and PATH is not blamed',
    async (command) => {
      const error = await failureOf(watch({ command, args: [] }).transport.start())
      expect(error).toMatchObject({ code: 'start-failed', message: `lab: the command "${command}" does not exist` })
    },
  )

  test('a script whose interpreter is missing is there, by its path and on PATH', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 })
    const says = (command: string): string =>
      `lab: the command "${command}" is there, but the program that its first line names was not found`
    const path = join(folder, 'script')
    expect((await failureOf(watch({ command: path, args: [] }).transport.start())).message).toBe(says(path))
    const onPath = watch({ command: 'script', args: [] }, { env: { PATH: folder } })
    expect((await failureOf(onPath.transport.start())).message).toBe(says('script'))
    const fromFolder = watch({ command: './script', args: [] }, { cwd: folder })
    expect((await failureOf(fromFolder.transport.start())).message).toBe(`${says('./script')} in the folder ${folder}`)
  })

  test('a program that is being written may start later', async () => {
    const command = join(freshFolder(), 'busy')
    copyFileSync('/bin/sh', command)
    const writing = openSync(command, 'r+')
    const error = await failureOf(watch({ command, args: [] }).transport.start())
    closeSync(writing)
    expect(error).toMatchObject({ code: 'unreachable', message: expect.stringContaining('ETXTBSY') })
  })

  test('the cause has the code of the system and no arguments, which may be secrets', async () => {
    const { transport } = watch({ command: '/no/such/program', args: ['--token', 'sk-secret'] })
    const { cause } = await failureOf(transport.start())
    expect(cause).toMatchObject({ code: 'ENOENT' })
    expect(Object.keys(cause ?? {})).toEqual(['code'])
  })

  test('a working directory that does not exist is named instead of the command', async () => {
    const { transport } = watch(program(''), { cwd: '/no/such/folder' })
    const error = await failureOf(transport.start())
    expect(error).toMatchObject({
      code: 'start-failed',
      message: 'lab: the folder /no/such/folder (cwd) does not exist',
    })
  })

  test('a working directory that is a file', async () => {
    const cwd = join(freshFolder(), 'file')
    writeFileSync(cwd, '')
    const error = await failureOf(watch(program(''), { cwd }).transport.start())
    expect(error).toMatchObject({
      code: 'start-failed',
      message: expect.stringContaining(`could not be started in the folder ${cwd}`),
    })
  })

  test('a command that is a folder, or a file that may not be executed', async () => {
    const folder = freshFolder()
    const file = join(folder, 'file')
    writeFileSync(file, 'text', { mode: 0o600 })
    for (const command of [folder, file]) {
      const error = await failureOf(watch({ command, args: [] }).transport.start())
      expect(error).toMatchObject({ code: 'start-failed', message: expect.stringContaining('could not be started') })
    }
  })

  test('arguments that the system does not take', async () => {
    const args = ['x'.repeat(3_000_000)]
    const error = await failureOf(watch({ command: process.execPath, args }).transport.start())
    expect(error).toMatchObject({ code: 'start-failed', message: expect.stringContaining('could not be started') })
  })

  test('nothing can be sent to it, and closing it is quick and quiet', async () => {
    const { transport } = watch({ command: 'no-such-command-anywhere', args: [] })
    await failureOf(transport.start())
    expect((await failureOf(transport.send(INITIALIZE))).code).toBe('not-connected')
    await transport.close()
  })
})

describe('the end of the process', () => {
  test('its exit code and the end of its standard error are in the obituary', async () => {
    const { transport, closed } = watch(scripted('--exit-at-once', '3', '--stderr', 'FATAL: no database'))
    await transport.start()
    await closed
    await transport.close()
    expect(transport.obituary()).toBe(
      "the server's process exited with code 3; its standard error ends with:\nFATAL: no database",
    )
  })

  test('its exit code is in the obituary although the pipes break before it exits', async () => {
    const obituaries = new Set<string>()
    for (let start = 0; start < 20; start++) {
      const { transport, closed } = watch({ command: 'sh', args: ['-c', 'exec 0<&-; echo no licence >&2; exit 3'] })
      await transport.start()
      await Promise.race([closed, transport.send(INITIALIZE).catch(() => {})])
      await closed
      obituaries.add(transport.obituary())
    }
    expect([...obituaries]).toEqual([
      "the server's process exited with code 3; its standard error ends with:\nno licence",
    ])
  })

  test('its exit code is in the obituary although it exits in the middle of a message', async () => {
    const reader = `let read = 0
      process.stdin.on('data', (chunk) => {
        read += chunk.length
        if (read > 40_000) { require('fs').writeSync(2, 'out of memory'); process.exit(7) }
      })`
    const { transport, closed } = watch(program(reader))
    await transport.start()
    await transport.send(request(1, 'echo', { text: 'x'.repeat(1_000_000) }))
    await closed
    expect(transport.obituary()).toBe(
      "the server's process exited with code 7; its standard error ends with:\nout of memory",
    )
  })

  test('what is sent between a broken pipe and the exit waits for the exit, and then has not been sent', async () => {
    const deaf =
      "require('fs').closeSync(0); console.log(JSON.stringify({ jsonrpc: '2.0', method: 'deaf' })); setTimeout(() => process.exit(5), 100)"
    const { transport, next, errors, closes } = watch(program(deaf))
    await transport.start()
    await next()
    await transport.send(INITIALIZE)
    await expect.poll(() => errors.length).toBe(1)
    const failure = await failureOf(transport.send(INITIALIZE))
    expect({ code: failure.code, closes: closes() }).toEqual({ code: 'not-connected', closes: 1 })
    expect(transport.obituary()).toBe("the server's process exited with code 5")
  })

  test('that we bring about, after a pipe broke, is no exit of its own', async () => {
    const deaf =
      "require('fs').closeSync(0); console.log(JSON.stringify({ jsonrpc: '2.0', method: 'deaf' })); setInterval(() => {}, 1000)"
    const { transport, next, errors } = watch(program(deaf))
    await transport.start()
    await next()
    await transport.send(INITIALIZE)
    await expect.poll(() => errors.length).toBe(1)
    await transport.close()
    expect(transport.obituary()).toBe('')
  })

  test('its signal is in the obituary', async () => {
    const { transport, closed } = watch(scripted())
    await transport.start()
    process.kill(Number(transport.pid), 'SIGKILL')
    await closed
    expect(transport.obituary()).toBe("the server's process was killed by SIGKILL")
  })

  test('is noticed although a grandchild holds its pipes open', async () => {
    const pids = freshFile()
    const { transport, next, closed } = watch(scripted('--grandchild', pids))
    await transport.start()
    await transport.send(INITIALIZE)
    await next()
    process.kill(Number(transport.pid), 'SIGKILL')
    await closed
    expect(linesOf(pids).map(Number).map(isAlive)).toEqual([true])
    await transport.close()
    expect(linesOf(pids).map(Number).map(isAlive)).toEqual([false])
  })

  test('a server that closes its standard input is a lost connection at the next message', async () => {
    const { transport, next, closed, errors } = watch(
      program(
        "require('fs').closeSync(0); console.log(JSON.stringify({ jsonrpc: '2.0', method: 'deaf' })); setInterval(() => {}, 1000)",
      ),
    )
    await transport.start()
    await next()
    await transport.send(INITIALIZE)
    await closed
    expect(errors).toHaveLength(1)
    expect((await failureOf(transport.send(INITIALIZE))).code).toBe('not-connected')
  })

  test('nothing can be sent before the start or after the end', async () => {
    const { transport } = watch(scripted())
    expect((await failureOf(transport.send(INITIALIZE))).code).toBe('not-connected')
    await transport.start()
    await transport.close()
    expect((await failureOf(transport.send(INITIALIZE))).code).toBe('not-connected')
  })
})

describe('close', () => {
  test('ends the process, says so once, and can be called again', async () => {
    const { transport, closes } = watch(scripted())
    await transport.start()
    const pid = Number(transport.pid)
    expect(await Promise.all([transport.close(), transport.close()])).toEqual([undefined, undefined])
    await transport.close()
    expect({ alive: isAlive(pid), closes: closes() }).toEqual({ alive: false, closes: 1 })
  })

  test('before the start means that nothing is started any more', async () => {
    const { transport } = watch(program('setInterval(() => {}, 1000)'))
    await transport.close()
    expect((await failureOf(transport.start())).code).toBe('not-connected')
    expect(transport.pid).toBeNull()
  })

  test('in the same breath as the start leaves no process', async () => {
    const before = childrenOf(process.pid)
    const { transport } = watch(program('setInterval(() => {}, 1000)'))
    const started = transport.start().catch(() => {})
    await transport.close()
    await started
    await eventually('the process is gone', () => childrenOf(process.pid).length <= before.length)
    expect(isAlive(Number(transport.pid))).toBe(false)
  })

  test('with a message that waits for a reader settles that message', async () => {
    const { transport } = watch(program('process.stdin.pause(); setInterval(() => {}, 1000)'))
    await transport.start()
    const waiting = transport.send(request(1, 'echo', { text: 'x'.repeat(5_000_000) }))
    await transport.close()
    expect(await waiting).toBeUndefined()
  })
})
