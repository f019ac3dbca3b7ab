// node modern-stdio.js [--only-modern]
import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createModernServer } from '../modern.js'
import { createWorld } from '../offer/world.js'

const { values } = parseArgs({ options: { 'only-modern': { type: 'boolean', default: false } } })
const world = createWorld()

serveStdio(() => createModernServer(world), { legacy: values['only-modern'] ? 'reject' : 'serve' })
