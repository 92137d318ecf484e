// Runs a program that must not outlive the process that started this one: guard.mjs PROGRAM ARGS…
// Standard input is a pipe from that process. It closes when the process ends, even in a crash, and the program is then
// killed.
import { spawn } from 'node:child_process'

const [program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true })

const end = () => child.kill('SIGKILL')
process.stdin.once('close', end).once('error', end).resume()
process.once('SIGINT', end).once('SIGTERM', end).once('SIGHUP', end)
// Writing fails once the process that read the output is gone.
process.stdout.on('error', end)

child.once('error', (error) => {
  console.error(error.message)
  process.exit(127)
})
child.once('exit', (code) => process.exit(code ?? 1))
