import { totalmem } from 'node:os'

const megabyte = 2 ** 20
/** More than the tables and indexes of a million incidents. */
const maxBuffers = 2048
const minBuffers = 128

/** What the machine has, or less where a container limits it. */
const availableMemory = () => Math.min(totalmem(), process.constrainedMemory() || Infinity)

/** A quarter of the memory, as PostgreSQL recommends. It is taken page by page as data is read, not at the start. */
export const sharedBuffers = (memory = availableMemory()): string =>
  `${Math.min(maxBuffers, Math.max(minBuffers, Math.floor(memory / 4 / megabyte)))}MB`
