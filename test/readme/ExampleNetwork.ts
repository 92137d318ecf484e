import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'

/** Chains that examples read, by the host of an endpoint. Everything else leads to Xone. */
const chainIds: readonly (readonly [host: RegExp, chainId: number])[] = [
  [/\b(eth|merkle)\b/, 1],
  [/\bbase\b/, 8453],
]

const chainOf = (url: string) => chainIds.find(([host]) => host.test(new URL(url).host))?.[1] ?? 3721

/** Answers requests about accounts, which the scripted chain does not have. */
function readState({ method }: { readonly method: string }) {
  if (method === 'eth_getBalance') return { result: '0x64' }
  if (method === 'eth_getCode' || method === 'eth_getStorageAt') return { result: '0x' }
  return undefined
}

/**
 * Scripted nodes behind every URL an example may contain: one per chain, all with the same blocks. Replies can be held
 * back, and faults of `node` apply to every chain.
 */
export class ExampleNetwork {
  /** Xone's node. A few logs, so that claims can be counted. */
  readonly node: FakeNode = createFakeNode({ blocks: 300, logsPerBlock: 2, faults: { respond: readState } })
  readonly #nodes = new Map([[3721, this.node]])
  #held: 'all' | 'logs' | undefined
  #release: (() => void)[] = []

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const isHeld = () =>
      this.#held === 'all' || (this.#held === 'logs' && String(init?.body).includes('eth_getLogs'))
    while (isHeld()) await new Promise<void>((done) => this.#release.push(done))
    const node = this.#nodeAt(input instanceof Request ? input.url : String(input))
    return node.fetch(node.url, init)
  }

  /** For `vi.stubGlobal('WebSocket', …)`. */
  get WebSocket(): typeof globalThis.WebSocket {
    const nodeAt = (url: string) => this.#nodeAt(url)
    return class extends this.node.WebSocket {
      constructor(url: string | URL) {
        super(nodeAt(String(url)).webSocketUrl)
      }
    } as typeof globalThis.WebSocket
  }

  /** Holds back every reply. */
  hold(): void {
    this.#held = 'all'
  }

  /** Sends what was held back; `'logs'` keeps holding replies to `eth_getLogs`. */
  release(except?: 'logs'): void {
    this.#held = except
    for (const go of this.#release.splice(0)) go()
  }

  callsOf(method: string) {
    return [...this.#nodes.values()].flatMap((node) => [...node.callsOf(method)])
  }

  get calls() {
    return [...this.#nodes.values()].flatMap((node) => [...node.calls])
  }

  #nodeAt(url: string): FakeNode {
    const chainId = chainOf(url)
    const node = this.#nodes.get(chainId) ?? createFakeNode({ blocks: 300, logsPerBlock: 2, chainId })
    this.#nodes.set(chainId, node)
    if (node !== this.node) node.faults = this.node.faults
    return node
  }
}
