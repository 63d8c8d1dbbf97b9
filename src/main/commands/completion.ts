// Shell completion scripts, generated from the commands and options of the program. They are static: completing
// a word does not run larder.
import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const

type Shell = (typeof shells)[number]

interface Word {
  word: string
  description: string
}

interface Level {
  /** The command with its parents, such as `larder account create`. */
  path: string
  subcommands: Word[]
  options: (Word & { takesValue: boolean; choices: string[] })[]
  /** Values of an argument that has a fixed list. */
  choices: string[]
  takesFile: boolean
}

export function completionScript(shell: Shell, program: Command): string {
  return { bash, zsh, fish }[shell](levelsOf(program, program.name()))
}

function levelsOf(command: Command, path: string): Level[] {
  const subcommands = [...command.commands]
  const options = command.options.map(({ long, description, argChoices, required, optional }) => ({
    word: long ?? '',
    description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  }))
  return [
    {
      path,
      subcommands: subcommands.map(each => ({ word: each.name(), description: each.description() })),
      options: [...options, { word: '--help', description: 'show help', takesValue: false, choices: [] }],
      choices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      takesFile: command.registeredArguments.some(argument => argument.name() === 'file'),
    },
    ...subcommands.flatMap(each => levelsOf(each, `${path} ${each.name()}`)),
  ]
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Patterns of a `case` that match all commands but the program itself. */
const pathPatterns = (levels: Level[]) => levels.slice(1).map(({ path }) => quoted(path))

function bash(levels: Level[]): string {
  const values = levels.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ word, choices }) => `    ${quoted(`${path} ${word}`)}) words=${quoted(choices.join(' '))} ;;`),
  )
  const words = levels.map(({ path, subcommands, options, choices }) => {
    const all = [...subcommands, ...options].map(({ word }) => word)
    return `      ${quoted(path)}) words=${quoted([...choices, ...all].join(' '))} ;;`
  })
  return `# bash completion of larder: source <(larder completion bash)
_larder() {
  local command=larder words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in
    ${pathPatterns(levels).join(' | ')}) command="$command $word" ;;
    esac
  done
  case "$command \${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
    *)
      case "$command" in
${words.join('\n')}
      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}")
}
# Completes file names where no word fits.
complete -o default -F _larder larder`
}

function zsh(levels: Level[]): string {
  const described = ({ word, description }: Word) => quoted(`${word}:${description.replaceAll(':', '\\:')}`)
  const values = levels.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(
        ({ word, choices }) =>
          `    ${quoted(`${path} ${word}`)}) candidates=(${choices.map(quoted).join(' ')}) ;;`,
      ),
  )
  const words = levels.map(({ path, subcommands, options, choices }) => {
    const all = [...choices.map(quoted), ...[...subcommands, ...options].map(described)]
    return `      ${quoted(path)}) candidates=(${all.join(' ')}) ;;`
  })
  return `#compdef larder
# zsh completion of larder: source <(larder completion zsh)
_larder() {
  local command=larder word
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command $word" in
    ${pathPatterns(levels).join(' | ')}) command="$command $word" ;;
    esac
  done
  case "$command \${words[CURRENT-1]}" in
${values.join('\n')}
    *)
      case "$command" in
${words.join('\n')}
      esac
      ;;
  esac
  _describe -t values larder candidates || _files
}
compdef _larder larder`
}

function fish(levels: Level[]): string {
  const lines = levels.flatMap(({ path, subcommands, options, choices, takesFile }) => {
    const complete = `complete -c larder -n ${quoted(`test (__larder_command) = "${path}"`)}`
    return [
      ...(takesFile ? [`${complete} -F`] : []),
      ...choices.map(choice => `${complete} -a ${quoted(choice)}`),
      ...subcommands.map(
        ({ word, description }) => `${complete} -a ${quoted(word)} -d ${quoted(description)}`,
      ),
      ...options.map(({ word, description, takesValue, choices: values }) => {
        const value = takesValue ? ` -r${values.length > 0 ? `f -a ${quoted(values.join(' '))}` : ''}` : ''
        return `${complete} -l ${word.slice(2)}${value} -d ${quoted(description)}`
      }),
    ]
  })
  return `# fish completion of larder: larder completion fish > ~/.config/fish/completions/larder.fish
function __larder_command
  set -l path larder
  for word in (commandline -opc)[2..]
    switch "$path $word"
      case ${pathPatterns(levels).join(' ')}
        set path "$path $word"
    end
  end
  echo $path
end
complete -c larder -f
${lines.join('\n')}`
}
