import { Option, type Command } from 'commander'
import type { AskAnswer, AskRequest } from '@mainstay/sdk'
import type { Cli } from '../cli.ts'
import { examples } from '../examples.ts'
import { printable, type Paint } from '../output/colour.ts'
import { textOrStdin } from '../values.ts'

const models = ['model-3-haiku', 'model-3-sonnet', 'model-3-opus']

export function addAsk(program: Command, cli: Cli): void {
  program
    .command('ask')
    .description('ask the knowledge base a question')
    .argument('<question>', 'in your own words; - reads it from standard input')
    .addOption(new Option('--model <alias>', 'which model answers, if the service has one').choices(models))
    .addHelpText('after', examples('mainstay ask "How do I reset my password?"'))
    .action(async (text: string, { model }: { model?: AskRequest['model'] }) => {
      const question = await textOrStdin(text, cli.io)
      const answer = await cli.client().ai.ask({ question, ...(model ? { model } : {}) })
      cli.print(answer, () => describe(answer, cli.paint))
    })
}

function describe({ answer, citations, covered, model_used }: AskAnswer, paint: Paint): string {
  const sources = citations.map(({ article_id, title }) => printable(`  ${article_id}  ${title}`))
  return [
    printable(answer),
    ...(sources.length > 0 ? [`${paint('bold', 'Sources')}\n${sources.join('\n')}`] : []),
    ...(covered ? [paint('dim', `Answered by ${model_used}`)] : []),
  ].join('\n\n')
}
