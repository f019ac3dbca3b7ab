/** What has to be undone in the end, the last first. */
export class UndoList {
  readonly #undo: (() => void)[] = []

  push(...undo: readonly (() => void)[]): void {
    this.#undo.push(...undo)
  }

  /** Runs and forgets them all. One that throws is reported and keeps nothing of the others in place. */
  run(report: (error: unknown) => void): void {
    for (const undo of this.#undo.splice(0).toReversed()) {
      try {
        undo()
      } catch (error) {
        report(error)
      }
    }
  }
}
