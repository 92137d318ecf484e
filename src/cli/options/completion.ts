import { archiveFlags, explorerFlags, logsFlags, type Flags } from './flags.ts'
import { UsageError } from './UsageError.ts'

/** The flags of each command; those of the explorer have no command. */
const flagsOf: Readonly<Record<string, Flags>> = {
  '': explorerFlags,
  logs: logsFlags,
  archive: { help: logsFlags.help },
  ...Object.fromEntries(Object.entries(archiveFlags).map(([name, flags]) => [`archive ${name}`, flags])),
  completion: {},
  help: {},
}

const help = `topic0 completion: print a script that completes commands, options and files

Usage
  topic0 completion bash|zsh|fish

The first line of the script says where to put it. It completes an installed topic0 (npm install -g), not npx.`

/** Each script gets its candidates from `topic0 completion --`, so that the options are listed only once. */
const scripts = {
  bash: `# In ~/.bashrc: eval "$(topic0 completion bash)"
_topic0() {
  local IFS=$'\\n' words
  words=($("\${COMP_WORDS[0]}" completion -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  case "\${words[0]}" in
    :file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")) ;;
    :folder) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "\${COMP_WORDS[COMP_CWORD]}")) ;;
    *) COMPREPLY=("\${words[@]}") ;;
  esac
}
complete -F _topic0 topic0
`,
  zsh: `# In ~/.zshrc, after compinit: eval "$(topic0 completion zsh)"
_topic0() {
  local -a found
  found=("\${(@f)$("$words[1]" completion -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  case "$found[1]" in
    :file) _files ;;
    :folder) _files -/ ;;
    *) compadd -a found ;;
  esac
}
compdef _topic0 topic0
`,
  fish: `# In ~/.config/fish/config.fish: topic0 completion fish | source
function __topic0_complete
  set -l current (commandline -ct)
  set -l found (topic0 completion -- (commandline -opc)[2..] "$current" 2>/dev/null)
  switch "$found[1]"
    case :file
      __fish_complete_path "$current"
    case :folder
      __fish_complete_directories "$current"
    case '*'
      string join \\n -- $found
  end
end
complete -c topic0 -f -a '(__topic0_complete)'
`,
} as const

/**
 * `topic0 completion SHELL` prints a script. `topic0 completion -- WORDS` prints candidates for the last word, for
 * these scripts.
 *
 * @throws {@link UsageError} for an unknown shell.
 */
export function completion([shell, ...words]: readonly string[]): string {
  if (shell === '--help' || shell === '-h') return help
  if (shell === '--') return candidates(words).join('\n')
  if (shell === undefined || !Object.hasOwn(scripts, shell))
    throw new UsageError(`topic0 completion takes the name of a shell: ${Object.keys(scripts).join(', ')}.`)
  return scripts[shell as keyof typeof scripts].trimEnd()
}

/** Candidates for the last word; `:file` or `:folder` where a path is expected. */
function candidates(words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1)
  const current = words.at(-1) ?? ''
  const command = commandOf(before)
  const flags = flagsOf[command] ?? {}
  const previous = flagOf(flags, before.at(-1))
  if (previous?.type === 'string') {
    const { completes = [] } = previous
    return typeof completes === 'string' ? [`:${completes}`] : startingWith(current, completes)
  }
  if (command.startsWith('archive ') && before.length === 2 && !current.startsWith('-')) return [':folder']
  const isUsed = (name: string) => before.includes(`--${name}`)
  const names = Object.entries(flags).flatMap(([name, { multiple }]) =>
    isUsed(name) && !multiple ? [] : [`--${name}`],
  )
  const depth = command === '' ? 0 : command.split(' ').length
  const next = Object.keys(flagsOf)
    .filter((name) => name.startsWith(command) && before.length === depth)
    .map((name) => name.split(' ')[depth] ?? '')
  const values = { completion: Object.keys(scripts), help: ['logs', 'archive', 'completion'] }[command] ?? [
    ...new Set(next),
  ]
  return startingWith(current, [...values.filter(Boolean), ...names])
}

/** The longest command that these words begin with. */
function commandOf(words: readonly string[]): string {
  return (
    words.map((_, at) => words.slice(0, at + 1).join(' ')).findLast((name) => Object.hasOwn(flagsOf, name)) ??
    ''
  )
}

function flagOf(flags: Flags, word: string | undefined) {
  return Object.entries(flags).find(([name, { short }]) => word === `--${name}` || word === `-${short}`)?.[1]
}

function startingWith(start: string, words: readonly string[]): readonly string[] {
  return words.filter((word) => word.startsWith(start))
}
