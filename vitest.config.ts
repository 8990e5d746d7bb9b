import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Tests wait more than they work: for processes, for the database, for a clock. One for each core but one would waste both.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'server',
          include: ['{server,console}/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: ['server/test/faults/**'],
          globalSetup: 'server/test/global-setup.ts',
          // Never the measure: a machine that is ten times slower, with three other files at its side, is still in time.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['server/test/faults/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
