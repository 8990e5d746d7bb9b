import { notify } from './notify.ts'
import { problemText } from './problem-text.ts'

/** What went wrong, in a message that disappears. */
export const notifyProblem = (error: Error) => notify(problemText(error))
