import { Include } from '@deepseek-ai/cordis-plugin-include'

import { readEntries } from '../config/entries.js'
import { messageOf } from '../host-error.js'
import { ownPlugins } from './own-plugins.js'

/**
 * The published Include, which finds the host's own plugins, takes an edited file only when all of it is right, and never
 * writes it.
 */
export class HostInclude extends Include {
  override import(name: string, getOuterStack?: () => string[]): unknown {
    return ownPlugins.get(name) ?? super.import(name, getOuterStack)
  }

  /** The loader wants the file written back when an entry was removed from it, which would cost the comments of a person. */
  override write(): void {
    this.context.emit('loader/config-update')
  }

  override async refresh(): Promise<void> {
    try {
      await readEntries(this.filename)
    } catch (error) {
      this.ctx.logger.warn('%s', `the edit is not taken: ${messageOf(error)}`)
      return
    }
    await super.refresh()
  }
}
