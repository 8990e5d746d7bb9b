import { afterAll } from 'vitest'
import { closeOpened } from './cleanup.ts'
import './fixed-seed.ts'

// Runs for every test file, also where files share their modules.
afterAll(closeOpened)
