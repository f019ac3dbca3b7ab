// node modern-stdio.js [--only-modern] [--asks]
import { parseArgs } from 'node:util'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createModernServer } from '../modern.js'
import { createWorld } from '../offer/world.js'

const { values } = parseArgs({
  options: { 'only-modern': { type: 'boolean', default: false }, asks: { type: 'boolean', default: false } },
})
const world = createWorld(values)

serveStdio(() => createModernServer(world), { legacy: values['only-modern'] ? 'reject' : 'serve' })
