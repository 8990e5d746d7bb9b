import { Argument, type Command } from 'commander'
import type { Cli } from '../cli.ts'
import { bashScript, fishScript, zshScript } from '../completion/scripts.ts'
import { completionTree } from '../completion/tree.ts'
import { examples } from '../examples.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript }

export function addCompletion(program: Command, { io }: Cli): void {
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      examples(
        'eval "$(mainstay completion bash)"      # in ~/.bashrc',
        'eval "$(mainstay completion zsh)"       # in ~/.zshrc, after compinit',
        'mainstay completion fish | source       # in ~/.config/fish/config.fish',
      ),
    )
    .action((shell: keyof typeof scripts) => {
      io.stdout.write(scripts[shell](completionTree(program)))
    })
}
