import { notifyFailure } from './notify.ts'
import { problemText } from './problem-text.ts'

/** What went wrong, beside a page that goes on. */
export const notifyProblem = (error: Error) => notifyFailure(problemText(error))
