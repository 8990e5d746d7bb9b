/** Examples below the options of a command, for `addHelpText('after', ...)`. */
export const examples = (...lines: string[]) => `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}`
