import { defineConfig } from 'vitest/config'

const packages = [
  'naming',
  'result-adapter',
  'resources',
  'client',
  'desktop',
  'in-process',
  'sessions',
  'lab',
  'conformance',
  'faults',
  'fuzz',
  'release',
  'bench',
  'docs',
  'host',
]

export default defineConfig({
  test: {
    reporters: ['default', './scripts/count-reporter.mjs'],
    // Real servers, compilers and process trees on a busy machine: the limit is for what hangs, not for what is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // All processors: most tests wait for a process or a clock.
    maxWorkers: '100%',
    projects: packages.map((name) => ({
      extends: true,
      test: { name, root: `packages/${name}`, include: ['test/**/*.test.ts'] },
    })),
  },
})
