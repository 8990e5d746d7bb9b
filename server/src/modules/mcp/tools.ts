import { readTools } from './read-tools.ts'
import { adviceTools } from './advice-tools.ts'
import { writeTools } from './write-tools.ts'
import type { Tool } from './model.ts'

export const tools: readonly Tool[] = [...readTools, ...adviceTools, ...writeTools]

export const offeredTools = (writes: boolean): readonly Tool[] =>
  tools.filter((tool) => writes || !tool.writes)
