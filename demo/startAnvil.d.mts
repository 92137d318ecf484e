export interface Anvil {
  readonly port: number
  readonly http: string
  readonly webSocket: string
  /** Resolves to the exit code, however it ends. */
  readonly exited: Promise<number>
  readonly running: boolean
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>
}

export interface StartAnvilOptions {
  /** @default a free one */
  port?: number | undefined
  /** More flags for anvil. */
  args?: readonly string[] | undefined
}

/**
 * Starts anvil, which serves HTTP and WebSocket on one port, and waits until it listens. It ends with this process, even if
 * that is killed.
 */
export function startAnvil(options?: StartAnvilOptions): Promise<Anvil>
