import type { Ctx } from '../../../db/ctx.ts'
import { priorities, type Priority } from '../../../kernel/priorities.ts'
import { termsFor } from '../../sla/service.ts'
import type { Meaning } from './language/meaning.ts'
import type { AnswerBody } from './model.ts'
import { plainAnswer } from './plain-answers.ts'
import { minutesText } from './telling.ts'

/** What each priority promises now. */
export async function slaTargets(ctx: Ctx, { conditions }: Meaning): Promise<AnswerBody> {
  const asked = conditions.flatMap((each) => ('values' in each ? each.values : []))
  const wanted = priorities.filter((priority) => asked.length === 0 || asked.includes(priority))
  const lines = await Promise.all(wanted.map((priority) => targetOf(ctx, priority)))
  return plainAnswer(['SLA targets, from opening to resolution:', ...lines].join('\n'), 'sla')
}

async function targetOf(ctx: Ctx, priority: Priority): Promise<string> {
  const { target_minutes, calendar } = await termsFor(ctx, priority)
  return `- ${priority}: ${minutesText(target_minutes)}${calendar ? ' of business hours' : ', around the clock'}`
}
