import type { Cli } from './cli.ts'

/**
 * Does the same for each of them. After a failure the others are not tried; whoever repeats the command must know which
 * are done and which are not.
 */
export async function inTurn<Done>(
  cli: Cli,
  names: string[],
  run: (name: string) => Promise<Done>,
  describe: (done: Done) => string,
): Promise<void> {
  const done: Done[] = []
  try {
    for (const name of names) done.push(await run(name))
  } catch (error) {
    const others = names.slice(done.length + 1)
    if (others.length > 0) cli.say(`Not tried: ${others.join(' ')}`)
    throw error
  } finally {
    if (done.length > 0) cli.print(done, () => done.map(describe).join('\n'))
  }
}
