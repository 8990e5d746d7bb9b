import { availableMemory, megabyte } from '../../kernel/memory.ts'

/** More than the tables and indexes of a million incidents. */
const maxBuffers = 2048
const minBuffers = 128

/** A quarter of the memory, as PostgreSQL recommends. It is taken page by page as data is read, not at the start. */
export const sharedBuffers = (memory = availableMemory()): string =>
  `${Math.min(maxBuffers, Math.max(minBuffers, Math.floor(memory / 4 / megabyte)))}MB`
