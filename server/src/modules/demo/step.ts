import type { Ctx, Tx } from '../../db/ctx.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Content } from './model.ts'
import type { DemoRecord } from './store.ts'

export interface Step {
  at: Date
  by: string
  run: (ctx: Ctx<Tx>) => Promise<unknown>
}

export interface Scenario {
  content: Content
  now: Date
  ids: Ids
}

/** Maps the names in the files to record ids. */
export interface Ids {
  keep: (subject_type: DemoRecord['subject_type'], name: string, record: { id: string }) => void
  of: (subject_type: DemoRecord['subject_type'], name: string) => string
  all: () => DemoRecord[]
}

export function openIds(): Ids {
  const kept = new Map<string, DemoRecord>()
  return {
    keep: (subject_type, name, { id }) => void kept.set(`${subject_type} ${name}`, { subject_type, id }),
    of: (subject_type, name) => {
      const found = kept.get(`${subject_type} ${name}`)
      if (!found) throw new Error(`The demo data refer to ${subject_type} ${name} before it exists`)
      return found.id
    },
    all: () => [...kept.values()],
  }
}

/** A person of the demo, who cannot sign in, with the roles that their steps need. */
export function actorOf(email: string): Actor {
  const [local = ''] = email.split('@')
  const name = local.replace(
    /(^|\.)(\w)/g,
    (_, dot: string, letter: string) => (dot && ' ') + letter.toUpperCase(),
  )
  return { id: `demo_${local}`, kind: 'user', email, name, roles: ['itsm_agent', 'knowledge_editor'] }
}
