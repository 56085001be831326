import { UsageError } from '../usage-error.ts'
import { type CommandOption, type CommandWords, optionText } from './command-words.ts'
import { everyCommand } from './every-command.ts'

const SHELLS = { bash, zsh, fish }

/** `svc completion <shell>`: a script that completes commands, options and their values, and file names elsewhere. */
export async function run(args: string[]): Promise<number> {
  const [shell, ...more] = args
  const write = Object.entries(SHELLS).find(([name]) => name === shell)?.[1]
  if (write === undefined || more.length > 0) throw new UsageError('completion takes one shell: bash, zsh or fish')
  process.stdout.write(write())
  return 0
}

/** Names of two words are completed by their first; help and the command itself know the second. */
function firstWords(): string[] {
  return [...new Set([...everyCommand.map(({ name }) => name.split(' ')[0] ?? name), 'help'])]
}

function optionsOf(command: CommandWords): [name: string, option: CommandOption][] {
  return Object.entries(command.options)
}

function bash(): string {
  const cases = everyCommand.map((command) => {
    const values = optionsOf(command).flatMap(([name, option]) =>
      option.values === undefined
        ? []
        : [`      --${name}) COMPREPLY=($(compgen -W '${option.values.join(' ')}' -- "$word")); return ;;`],
    )
    const names = optionsOf(command).map(([name]) => `--${name}`)
    return [
      `    ${command.name.split(' ')[0]})`,
      ...(values.length === 0 ? [] : ['      case "$before" in', ...values, '      esac']),
      `      options='${[...names, '--help'].join(' ')}' ;;`,
    ].join('\n')
  })
  return `# bash completion of svc: source <(svc completion bash)
_svc() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${firstWords().join(' ')} --version --help' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
    help) COMPREPLY=($(compgen -W '${firstWords().join(' ')}' -- "$word")); return ;;
    completion) COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")); return ;;
${cases.join('\n').replace(/ {4}completion\)\n.*;;\n/, '')}
  esac
  if [[ "$word" == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$word"))
  else COMPREPLY=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _svc svc
`
}

function zsh(): string {
  const commands = everyCommand.map(({ name, summary }) => `    ${quoted(`${name.split(' ')[0]}:${summary}`)}`)
  const cases = everyCommand.map((command) => {
    const lines = optionsOf(command).map(([name, option]) => {
      const repeats = option.multiple ? '*' : ''
      const value =
        option.type === 'boolean'
          ? ''
          : `:${name}:${option.values === undefined ? '_files' : `(${option.values.join(' ')})`}`
      return `      ${quoted(`${repeats}--${name}[${bracketed(optionText(option))}]${value}`)}`
    })
    return [
      `    ${command.name.split(' ')[0]}) _arguments ${['', ...lines].join(' \\\n')} \\\n      '*:file:_files' ;;`,
    ].join('\n')
  })
  return `#compdef svc
# zsh completion of svc: svc completion zsh > ~/.zfunc/_svc
_svc() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
_svc "$@"
`
}

/** Colons and brackets mean something between the brackets of a description. */
function bracketed(text: string): string {
  return text.replace(/[[\]:]/g, (sign) => `\\${sign}`)
}

function fish(): string {
  const lines = everyCommand.flatMap((command) => {
    const first = command.name.split(' ')[0]
    const when = `-n ${quoted(`__fish_seen_subcommand_from ${first}`)}`
    return [
      `complete -c svc -n __fish_use_subcommand -f -a ${first} -d ${quoted(command.summary)}`,
      ...optionsOf(command).map(([name, option]) => {
        const value =
          option.type === 'boolean'
            ? ''
            : option.values === undefined
              ? ' -r'
              : ` -x -a ${quoted(option.values.join(' '))}`
        return `complete -c svc ${when} -l ${name}${value} -d ${quoted(optionText(option))}`
      }),
    ]
  })
  return `# fish completion of svc: svc completion fish > ~/.config/fish/completions/svc.fish\n${lines.join('\n')}\n`
}

/** In single quotes, for every one of the shells. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", '’')}'`
}
