import type { Context } from '@deepseek-ai/cordis'
import { Include } from '@deepseek-ai/cordis-plugin-include'
import { EntryGroup, type EntryOptions } from '@deepseek-ai/cordis-plugin-loader'

import { readEntries } from '../config/entries.js'
import { messageOf } from '../host-error.js'
import { ownPlugins } from './own-plugins.js'
import { withStableIds } from './stable-ids.js'

/**
 * The published Include, which finds the host's own plugins, takes an edited file only when all of it is right, keeps what
 * runs for an entry without an id, and never writes the file.
 */
export class HostInclude extends Include {
  constructor(ctx: Context, config: Include.Config) {
    super(ctx, config)
    this.root = new StableGroup(this.ctx, this)
  }

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

/** The loader makes up the missing ids anew at each edit, and so takes every entry without one for another entry. */
class StableGroup extends EntryGroup {
  override update(entries: EntryOptions[]): Promise<void> {
    return super.update(withStableIds(entries))
  }
}
