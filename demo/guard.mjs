// Runs a program that must not outlive whoever started this one: guard.mjs PROGRAM ARGS…
// Its standard input is a pipe from the starter. The pipe closes when the starter ends, however badly, and then so does
// the program.
import { spawn } from 'node:child_process'

const [program, ...args] = process.argv.slice(2)
const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], windowsHide: true })

const end = () => child.kill('SIGKILL')
process.stdin.once('close', end).once('error', end).resume()
process.once('SIGINT', end).once('SIGTERM', end).once('SIGHUP', end)
// Nobody reads what is written after the starter has gone.
process.stdout.on('error', end)

child.once('error', (error) => {
  console.error(error.message)
  process.exit(127)
})
child.once('exit', (code) => process.exit(code ?? 1))
