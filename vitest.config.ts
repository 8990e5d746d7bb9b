import { defineConfig } from 'vitest/config'

const sources = '{server,console}/src/**'

/** Never the measure: a machine that is ten times slower, with other files at its side, is still in time. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000 }

const setupFiles = ['server/test/setup-cleanup.ts']

const onDatabase = {
  setupFiles: [...setupFiles, 'server/test/setup-answers.ts'],
  globalSetup: 'server/test/global-setup.ts',
}

/**
 * One project for each kind of thing that a test needs. They run one after the other, because each has a number of
 * workers that suits it: what computes wants a core, what waits for processes wants company.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${sources}/*.unit.test.ts`, 'server/test/*.unit.test.ts'],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          setupFiles,
          ...patience,
        },
      },
      {
        test: {
          name: 'api',
          include: [`${sources}/*.test.ts`, 'server/test/*.test.ts'],
          exclude: ['**/*.{unit,process}.test.ts'],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          ...onDatabase,
          ...patience,
        },
      },
      {
        test: {
          name: 'process',
          include: [`${sources}/*.process.test.ts`, 'server/test/process/*.test.ts'],
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
          ...onDatabase,
          ...patience,
        },
      },
      {
        test: {
          name: 'console',
          include: ['server/test/journeys/*.test.ts'],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
          ...onDatabase,
          ...patience,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['server/test/faults/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 5 },
          ...onDatabase,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
