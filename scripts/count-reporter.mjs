// A Vitest reporter whose only line, `N passed, N failed, N skipped`, is the last that a run prints.

export default class CountReporter {
  #line = ''

  onInit() {
    // At exit, since coverage tables and complaints about open handles come after the end of the run.
    process.once('exit', () => {
      if (this.#line !== '') process.stdout.write(`${this.#line}\n`)
    })
  }

  onTestRunEnd(modules, unhandledErrors, reason) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (state) => states.filter((each) => each === state).length
    const passed = count('passed')
    const failed = count('failed') + modules.flatMap(brokenParts).length + unhandledErrors.length
    const skipped = states.length - passed - count('failed')
    // A run can also fail without any of these: no test was found, a threshold was missed, somebody interrupted it.
    this.#line = `${passed} passed, ${reason === 'passed' ? failed : Math.max(failed, 1)} failed, ${skipped} skipped`
  }
}

/** The file itself, when it could not be loaded, and each suite whose hooks failed. */
function brokenParts(module) {
  return [module, ...module.children.allSuites()].filter((part) => part.errors().length > 0)
}
