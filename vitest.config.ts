import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const sources = '{server,console,sdk,cli}/src/**'

const setupFiles = ['server/test/setup-cleanup.ts']

const onDatabase = {
  setupFiles: [...setupFiles, 'server/test/setup-answers.ts'],
  globalSetup: 'server/test/global-setup.ts',
}

/** Never the measure: a machine that is ten times slower, with other files at its side, is still in time. */
const timeouts = { testTimeout: 1_200_000, hookTimeout: 1_200_000 }

/** Files of a project share a worker's modules, so that imports are paid once. */
const shared = {
  isolate: false,
  // Most functions run too seldom for optimizing them to pay: with four times the usual threshold, a fourteenth less time.
  execArgv: ['--max-semi-space-size=64', '--interrupt-budget=300000'],
  maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
  ...timeouts,
}

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Tests of the command line use the SDK from source, because they run without a build. */
const sdk = { '@mainstay/sdk': fileAt('sdk/src/index.ts') }

/** Apps in the worker hash passwords at little cost. */
const argon2 = { '@node-rs/argon2': fileAt('server/test/cheap-argon2.ts') }

/** Those that wait for processes first: what computes fills the gaps that they leave at the end. */
const order = ['process', 'console', 'api', 'unit']

class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer is no array
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name))
  }
}

/** The app runs in the worker: with the tests of modules they share what it has loaded, and the demo data. */
const withApp = ['deployment', 'documented-commands', 'outage'].map(
  (name) => `server/test/process/${name}.test.ts`,
)

/** One project for each kind of test environment. */
export default defineConfig({
  test: {
    experimental: { fsModuleCache: true },
    sequence: { sequencer: ByProject },
    projects: [
      {
        resolve: { alias: sdk },
        test: {
          name: 'unit',
          include: [`${sources}/*.unit.test.ts`, 'server/test/*.unit.test.ts'],
          setupFiles,
          ...shared,
        },
      },
      {
        resolve: { alias: { ...sdk, ...argon2 } },
        test: {
          name: 'api',
          include: [`${sources}/*.test.ts`, 'server/test/*.test.ts', ...withApp],
          exclude: ['**/*.{unit,process}.test.ts'],
          ...onDatabase,
          ...shared,
        },
      },
      {
        test: {
          name: 'process',
          include: [`${sources}/*.process.test.ts`, 'server/test/process/*.test.ts'],
          exclude: withApp,
          ...onDatabase,
          ...shared,
        },
      },
      {
        resolve: { alias: argon2 },
        test: {
          name: 'console',
          include: ['server/test/journeys/*.test.ts'],
          ...onDatabase,
          ...shared,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['server/test/faults/**/*.test.ts'],
          fileParallelism: false,
          ...onDatabase,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'runtimes',
          include: ['server/test/runtimes/*.test.ts'],
          ...onDatabase,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['server/test/cluster/*.test.ts'],
          setupFiles,
          testTimeout: 3_600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
