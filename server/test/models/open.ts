import { readConfig } from '../../src/config.ts'
import type { Ctx } from '../../src/db/ctx.ts'
import { openEmbedding } from '../../src/modules/ai/embedding/open.ts'
import { loadEmbedding } from '../../src/modules/ai/embedding/static.ts'
import { openModels, type Models } from '../../src/modules/ai/models/open.ts'
import type { TestApp } from '../app.ts'

export interface OpenedModels {
  models: Models
  /** For a caller of its own: nobody else's tokens count for it. */
  ctx: () => Ctx
}

let callers = 0
const local = loadEmbedding()

/** The models of a configuration, on the database of a service. */
export function modelsOf(app: TestApp, env: Record<string, string>): OpenedModels {
  const config = readConfig(env)
  const actor = { ...app.ctx().actor, id: `caller_${callers++}`, email: 'caller@example.com' }
  return {
    models: openModels(config, openEmbedding(local.name, local, app.ctx().log)),
    ctx: () => ({ ...app.ctx(), config, actor }),
  }
}
