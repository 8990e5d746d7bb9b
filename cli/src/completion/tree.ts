import type { Command } from 'commander'

interface CompletionOption {
  flags: string[]
  description: string
  takesValue: boolean
  choices: string[]
}

/** What may follow one command. `path` is empty for the program itself. */
export interface CompletionNode {
  path: string
  commands: { name: string; description: string }[]
  options: CompletionOption[]
  takesFile: boolean
}

/** The command tree in a flat list, with the options of the program at every command. */
export function completionTree(program: Command): CompletionNode[] {
  const global = optionsOf(program)
  const visit = (command: Command, path: string): CompletionNode[] => {
    const children = visibleCommands(command)
    const own = command === program ? [] : optionsOf(command)
    const node: CompletionNode = {
      path,
      commands: [
        ...children.map((child) => ({ name: child.name(), description: child.description() })),
        ...choicesOf(command),
      ],
      options: [
        ...own,
        ...global,
        { flags: ['--help'], description: 'help', takesValue: false, choices: [] },
      ],
      takesFile: command.registeredArguments.some((argument) => /file|dir|folder/.test(argument.name())),
    }
    return [node, ...children.flatMap((child) => visit(child, `${path} ${child.name()}`.trim()))]
  }
  return visit(program, '')
}

/** Arguments with a fixed set of values are completed as commands are. */
const choicesOf = (command: Command) =>
  command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((name) => ({ name, description })),
  )

const visibleCommands = (command: Command) =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')

function optionsOf(command: Command): CompletionOption[] {
  return command.options
    .filter((option) => !option.hidden)
    .map((option) => ({
      flags: [option.short, option.long].filter((flag) => flag !== undefined && flag !== null) as string[],
      description: option.description,
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
    }))
}
