import { afterAll, afterEach } from 'vitest'
import { failOnDifferences } from './declared-answers.ts'

afterAll(failOnDifferences)
afterEach(failOnDifferences)
