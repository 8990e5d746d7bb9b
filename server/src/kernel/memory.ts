import { totalmem } from 'node:os'

export const megabyte = 2 ** 20

/** What the machine has, or less where a container limits it. */
export const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)
