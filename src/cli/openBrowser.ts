import { spawn } from 'node:child_process'

/** Opens an address in the user's browser. Resolves to whether the browser could be started. */
export function openBrowser(url: string): Promise<boolean> {
  const [command, args] = openCommand(url, process.platform)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
    child.unref()
  })
}

/** The command that opens an address. It is never a shell, which could run parts of the address as commands. */
export function openCommand(url: string, platform: NodeJS.Platform): readonly [string, readonly string[]] {
  const { href } = new URL(url)
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', href]]
  return [platform === 'darwin' ? 'open' : 'xdg-open', [href]]
}
