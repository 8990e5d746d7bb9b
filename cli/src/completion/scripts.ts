import type { CompletionNode } from './tree.ts'

const flagsOf = (node: CompletionNode) => node.options.flatMap((option) => option.flags)
const wordsOf = (node: CompletionNode) => [...node.commands.map(({ name }) => name), ...flagsOf(node)]

/** Options with a fixed set of values, at each command: `incident update --state`. */
const choicesByFlag = (nodes: CompletionNode[]): [string, string[]][] =>
  nodes.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .flatMap(({ flags, choices }) => flags.map((flag): [string, string[]] => [`${path} ${flag}`, choices])),
  )

/** Options whose next word is a value and no command; an option takes one at every command or at none. */
const flagsWithValue = (nodes: CompletionNode[]): string[] => [
  ...new Set(
    nodes.flatMap(({ options }) =>
      options.filter((option) => option.takesValue).flatMap(({ flags }) => flags),
    ),
  ),
]

const paths = (nodes: CompletionNode[]) => nodes.filter((node) => node.path !== '').map((node) => node.path)

export function bashScript(nodes: CompletionNode[]): string {
  return `# mainstay completion for bash: eval "$(mainstay completion bash)" in ~/.bashrc
_mainstay() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" word value=""
  # Bash takes --state=new for three words.
  if [ "$cur" = = ]; then cur=""; elif [ "$prev" = = ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ "$word" = = ]; then continue; fi
    if [ -n "$value" ]; then value=""; continue; fi
    case "$word" in ${flagsWithValue(nodes).join('|')}) value=1; continue ;; esac
    case "\${path:+$path }$word" in
      ${paths(nodes)
        .map((path) => `"${path}"`)
        .join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path $prev" in
${choicesByFlag(nodes)
  .map(
    ([flag, choices]) =>
      `    "${flag}") COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$cur")); return ;;`,
  )
  .join('\n')}
  esac
  if [ -n "$value" ]; then COMPREPLY=(); return; fi
  case "$path" in
${nodes
  .map((node) => `    "${node.path}") COMPREPLY=($(compgen -W "${wordsOf(node).join(' ')}" -- "$cur")) ;;`)
  .join('\n')}
  esac
}
complete -o default -F _mainstay mainstay
`
}

const zshQuote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const zshItem = (name: string, description: string) =>
  zshQuote(`${name.replaceAll(':', String.raw`\:`)}:${description}`)

export function zshScript(nodes: CompletionNode[]): string {
  const items = (node: CompletionNode) => [
    ...node.commands.map(({ name, description }) => zshItem(name, description)),
    ...node.options.flatMap((option) => option.flags.map((flag) => zshItem(flag, option.description))),
  ]
  return `#compdef mainstay
# mainstay completion for zsh: eval "$(mainstay completion zsh)" in ~/.zshrc
_mainstay() {
  local path_="" word value=""
  local -a items
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n "$value" ]]; then value=""; continue; fi
    case "$word" in ${flagsWithValue(nodes).join('|')}) value=1; continue ;; esac
    case "\${path_:+$path_ }$word" in
      ${paths(nodes)
        .map((path) => `"${path}"`)
        .join('|')}) path_="\${path_:+$path_ }$word" ;;
    esac
  done
  case "$path_ \${words[CURRENT-1]}" in
${choicesByFlag(nodes)
  .map(([flag, choices]) => `    "${flag}") compadd -- ${choices.map(zshQuote).join(' ')}; return ;;`)
  .join('\n')}
  esac
  if [[ -n "$value" ]]; then _files; return; fi
  case "$path_" in
${nodes.map((node) => `    "${node.path}") items=(${items(node).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'mainstay' items
  ${nodes.some((node) => node.takesFile) ? `case "$path_" in ${filePaths(nodes)}) _files ;; esac` : ''}
}
if [ "$funcstack[1]" = "_mainstay" ]; then _mainstay "$@"; else compdef _mainstay mainstay; fi
`
}

const filePaths = (nodes: CompletionNode[]) =>
  nodes
    .filter((node) => node.takesFile)
    .map((node) => `"${node.path}"`)
    .join('|')

const fishQuote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

export function fishScript(nodes: CompletionNode[]): string {
  const lines = nodes.flatMap((node) => {
    const at = `complete -c mainstay -n ${fishQuote(`__mainstay_at ${fishQuote(node.path)}`)}`
    return [
      ...(node.takesFile || node.path === '' ? [] : [`${at} -f`]),
      ...node.commands.map(
        ({ name, description }) => `${at} -f -a ${fishQuote(name)} -d ${fishQuote(description)}`,
      ),
      ...node.options.flatMap((option) => fishOption(at, option)),
    ]
  })
  return `# mainstay completion for fish: mainstay completion fish | source in ~/.config/fish/config.fish
function __mainstay_at
  set -l path ''
  set -l value ''
  for word in (commandline -opc)[2..-1]
    if test -n "$value"
      set value ''
      continue
    end
    if contains -- "$word" ${flagsWithValue(nodes).join(' ')}
      set value 1
      continue
    end
    set -l longer (string trim "$path $word")
    contains -- "$longer" ${paths(nodes).map(fishQuote).join(' ')}; and set path "$longer"
  end
  test "$path" = "$argv[1]"
end
complete -c mainstay -n '__mainstay_at ""' -f
${lines.join('\n')}
`
}

function fishOption(at: string, option: CompletionNode['options'][number]): string {
  const flags = option.flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  )
  const value =
    option.choices.length > 0
      ? ` -x -a ${fishQuote(option.choices.join(' '))}`
      : option.takesValue
        ? ' -r'
        : ''
  return `${at} ${flags.join(' ')} -d ${fishQuote(option.description)}${value}`
}
