/** Whether a host is this machine itself, to which nothing needs to be encrypted. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname)
}
