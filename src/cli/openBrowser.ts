import { spawn } from 'node:child_process'

/** Opens an address in the user's browser. Resolves to whether that has begun. */
export function openBrowser(url: string): Promise<boolean> {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '""', url.replaceAll('&', '^&')]
        : ['xdg-open', url]
  return new Promise((resolve) => {
    const child = spawn(command!, args, { stdio: 'ignore', detached: true })
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
    child.unref()
  })
}
