import type { AnswerBody } from './model.ts'

/** An answer that is a text, and what else it carries. */
export const plainAnswer = (
  answer: string,
  intent: AnswerBody['intent'],
  more: Partial<AnswerBody> = {},
): AnswerBody => ({ answer, intent, citations: [], results: null, actions: [], ...more })

export const examples = `Of live records I understand questions such as:
- open P1 incidents of the network team
- how many incidents were resolved last week?
- compare this week with last week
- what changed on db01 yesterday?
- what depends on db01?
- who is working on the mail outage?
- close INC0000042 (a proposal, to be confirmed)`

const help = `I answer questions on incidents, changes, requests, configuration items and knowledge articles, and propose actions. ${examples}`

export const answers = {
  help: plainAnswer(help, 'help'),
  greeting: plainAnswer(`Glad to help. ${help}`, 'help'),
  chatter: plainAnswer(
    `I did not understand that as a question about IT service work. ${examples}`,
    'unknown',
  ),
  nonsense: plainAnswer(`I did not understand that. ${examples}`, 'unknown'),
  foreign: plainAnswer(`I understand only English so far. ${examples}`, 'unknown'),
}
