import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

export const readPage = (file: string): string => readFileSync(new URL(file, root), 'utf8')

/** The commands of a page, block by block. */
export const commandsOf = (file: string): string[] =>
  Array.from(readPage(file).matchAll(/^```sh\n(.*?)^```$/gms), ([, block]) => block!)

/** Every page that shows commands. */
export function pagesWithCommands(): string[] {
  const docs = readdirSync(new URL('docs', root)).map((name) => `docs/${name}`)
  return ['README.md', 'CONTRIBUTING.md', 'cli/README.md', 'sdk/README.md', ...docs]
    .filter((file) => file.endsWith('.md'))
    .filter((file) => commandsOf(file).length > 0)
}

/** What a reader fills in, or does on another machine: each text must be on the page. */
export type Replacements = Record<string, string>

/** One script of all commands of a page. It stops at the first that fails. */
export function scriptOf(file: string, replacements: Replacements): string {
  let script = commandsOf(file).join('\necho\n')
  for (const [text, replacement] of Object.entries(replacements)) {
    if (!script.includes(text)) throw new Error(`${file} has no command with: ${text}`)
    script = script.replaceAll(text, () => replacement)
  }
  return script
}
