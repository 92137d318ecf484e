import type { NodeErrorKind } from '../errors/NodeError.ts'
import type { EndpointFaults, TestCall, TestReply } from './EndpointFaults.ts'
import { toFaults, type FailOptions } from './nodeFailures.ts'
import type { TestNode } from './TestNode.ts'

/** Answers of further JSON-RPC methods. */
export type TestMethods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/** The failures and the delay of a test network, which all endpoints of its node have. */
export class NetworkFailures {
  readonly #methods: TestMethods
  readonly #failures = new Set<EndpointFaults>()
  #node: TestNode | undefined
  #delay = 0

  constructor(methods: TestMethods) {
    this.#methods = methods
  }

  /** Milliseconds until an answer. */
  get latency(): number {
    return this.#delay
  }

  applyTo(node: TestNode): void {
    this.#node = node
    this.#update()
  }

  readonly fail = (kind: NodeErrorKind, options: FailOptions = {}): void => {
    const failure = toFaults(kind, options, () => {
      this.#failures.delete(failure)
      this.#update()
    })
    this.#failures.add(failure)
    this.#update()
  }

  readonly recover = (): void => {
    this.#failures.clear()
    this.#update()
  }

  readonly delay = (milliseconds: number): void => {
    this.#delay = milliseconds
    this.#update()
  }

  #update(): void {
    const { endpoints = [], sockets = [] } = this.#node ?? {}
    const refuse = [...this.#failures].some(({ socket }) => socket?.refuse)
    const faults: EndpointFaults = {
      respond: (call) => this.#refusalOf(({ respond }) => respond?.(call)) ?? this.#answer(call),
      // The failures have limits of their own.
      maxBlockRange: 0,
      rangeError: (read) => this.#refusalOf(({ rangeError }) => rangeError?.(read)),
      maxResults: 0,
      resultsError: (read) => this.#refusalOf(({ resultsError }) => resultsError?.(read)),
      socket: { refuse, silent: this.#delay === Number.POSITIVE_INFINITY, delay: this.#delay },
    }
    for (const endpoint of endpoints) endpoint.faults = faults
    if (refuse) for (const socket of sockets) socket.drop()
  }

  /** What the first failure that concerns a call answers. */
  #refusalOf<result>(refuse: (failure: EndpointFaults) => result | undefined): result | undefined {
    for (const failure of [...this.#failures]) {
      const refusal = refuse(failure)
      if (refusal !== undefined) return refusal
    }
    return undefined
  }

  #answer({ method, params }: TestCall): TestReply | undefined {
    const handler = this.#methods[method]
    return handler && { result: handler(params) }
  }
}
