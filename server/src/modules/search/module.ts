import type { JobHandler } from '../../jobs/job-runner.ts'
import { second } from '../../kernel/durations.ts'
import type { Module } from '../../module.ts'
import { foldNextSearches, hasSearchesToFold } from './fold-store.ts'
import { mountSearch } from './routes.ts'
import { hasNewWords, learnWords } from './store.ts'

/** Adds the words of new titles to the dictionary. */
const learnSearchWords: JobHandler = {
  type: 'learn-search-words',
  concurrency: 1,
  every: 2 * second,
  hasWork: () => hasNewWords,
  inTransaction: ({ db }) => learnWords(db),
}

/** After the upgrade from a version whose search did not fold letters. */
const foldSearches: JobHandler = {
  type: 'fold-searches',
  concurrency: 1,
  every: second,
  hasWork: () => hasSearchesToFold,
  inTransaction: ({ db }) => foldNextSearches(db),
}

export const open = (): Module => ({
  routes: ({ api }) => mountSearch(api),
  jobs: [learnSearchWords, foldSearches],
})
