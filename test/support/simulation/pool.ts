import { NodeError } from '../../../src/errors/NodeError.ts'
import { QuotaExceededError } from '../../../src/errors/QuotaExceededError.ts'
import { spanWidth } from '../../../src/rpc/blockSpan.ts'
import type { PoolCall, PoolReply, PoolRequestOptions } from '../../../src/rpc/Pool.ts'
import type { SeededRandom } from '../../../src/testing/SeededRandom.ts'
import type { RecordedCall } from '../../../src/testing/TestNode.ts'
import { check } from './check.ts'
import { playWorld } from './playWorld.ts'
import { PoolWorld } from './PoolWorld.ts'
import { show } from './show.ts'
import type { Asked } from './WireWatch.ts'

interface Question extends Asked {
  readonly call: PoolCall
  readonly options: PoolRequestOptions
  /** When it is aborted, in milliseconds after the request. */
  readonly abortAfter: number | undefined
}

/** The longest wait: pauses that calls wait for, and all attempts with their own pauses. */
const longest = 600_000
/** The outcome that follows from the request, at any endpoint. */
const ofTheCall = new Set(['range-too-wide', 'too-many-results', 'response-too-large', 'timeout'])
const tooWideLifetime = 60_000
/** Other endpoints that may fail a call twice each before a working one is tried: more would use up its attempts. */
const maxOthers = 2

/**
 * Runs the simulation of one seed: many calls to endpoints that go down and recover, limit rates, refuse calls and garble
 * replies, with aborts in between. Throws at the first failed check.
 */
export async function simulate(seed: number): Promise<void> {
  const world = new PoolWorld(seed)
  await playWorld(world, () => play(world), { only: 'pool', seed, maxTurns: 100_000 })
}

async function play(world: PoolWorld): Promise<void> {
  const { random, clock, node, pool, wire, quota, reliable } = world
  const few = random() < 0.4
  const waves = 1 + random.below(few ? 12 : 3)
  let asked = 0
  for (let wave = 0; wave < waves; wave++) {
    const count = random.pick(few ? [1, 1, 2] : [1, 5, 30, 100])
    const spread = random.pick([0, 0, 2_000, 60_000])
    world.notes.push(`at ${clock.awake} ms ${count} questions within ${spread} ms`)
    await Promise.all(
      Array.from({ length: count }, async () => {
        if (spread > 0) await clock.sleep(random.below(spread))
        await ask(world, drawQuestion(world, `#${++asked}`))
      }),
    )
    if (wire.fault) throw wire.fault
    await clock.sleep(random.pick([0, 500, 30_000, 200_000]))
  }
  // The pool sends nothing on its own.
  const before = wire.calls
  await clock.sleep(300_000)
  check(wire.calls === before, `${wire.calls - before} calls were sent without a request`)
  checkAnswers(world, node.calls)
  for (const [raw, times] of world.sent) check(times === 1, `${raw} was carried out ${times} times`)
  const { used } = pool.budget.getStatus()
  check(used >= wire.calls, `${wire.calls} calls were sent and ${used} counted`)

  // Every pause and limit expires.
  world.heal()
  await clock.sleep(700_000)
  const works = node.endpoints.some(({ faults }) => faults.chainId === undefined)
  const end = { method: 'eth_blockNumber', params: ['#end'] }
  const last = await pool.request(end, { ignoreBudget: true }).catch((error: unknown) => error as Error)
  check(!works || !(last instanceof Error), `all endpoints work, and yet: ${show(last)}`)
  if (quota === undefined && reliable.length > 0) check(works, 'a reliable endpoint does not work')
}

async function ask(world: PoolWorld, question: Question): Promise<void> {
  const { clock, pool, wire } = world
  const { tag, call, options, abortAfter } = question
  wire.asked.set(tag, question)
  const abort = new AbortController()
  const begin = clock.now()
  const timer =
    abortAfter !== undefined &&
    clock.setTimeout(() => {
      question.aborted = true
      abort.abort()
      clock.setTimeout(() => {
        wire.checkAborted()
      }, 0)
    }, abortAfter)
  if (abortAfter === 0) {
    question.aborted = true
    abort.abort()
  }
  try {
    const reply = await pool.request(call, { ...options, signal: abort.signal })
    checkReply(world, question, reply)
  } catch (error) {
    checkError(world, question, error)
  } finally {
    question.settled = true
    clock.clearTimeout(timer)
  }
  const took = clock.now() - begin
  check(took <= longest, `${tag} took ${took} ms`)
}

function drawQuestion({ random, node }: PoolWorld, tag: string): Question {
  const block = random.below(Number(node.chain.head) - 100)
  const call = drawCall(random, block, tag)
  const options = drawOptions(
    random,
    node.endpoints.map(({ host }) => host),
  )
  const abortAfter = random() < 0.25 ? random.pick([0, 1, 50, 3_000, 40_000]) : undefined
  return { tag, call, options, abortAfter, aborted: false, settled: false }
}

function drawCall(random: SeededRandom, block: number, tag: string): PoolCall {
  const quantity = (value: number) => `0x${value.toString(16)}`
  const kind = random()
  if (kind < 0.2) return { method: 'eth_blockNumber', params: [tag] }
  if (kind < 0.5) return { method: 'eth_getBlockByNumber', params: [quantity(block), false, tag] }
  if (kind < 0.55) return { method: 'eth_sendRawTransaction', params: [random.hex(8), tag] }
  const last = block + random.pick([0, 0, 5, 40, 99])
  return {
    method: 'eth_getLogs',
    params: [{ fromBlock: quantity(block), toBlock: quantity(last) }, tag],
  }
}

function drawOptions(random: SeededRandom, hosts: readonly string[]): PoolRequestOptions {
  const some = () => hosts.filter(() => random() < 0.3)
  return {
    ...(random() < 0.1 && { endpoint: random.pick(hosts) }),
    ...(random() < 0.15 && { avoid: some() }),
    ...(random() < 0.1 && { exclude: some() }),
    ...(random() < 0.1 && { ignoreAbortOnceSent: true }),
    ...(random() < 0.3 && { preferVerified: true }),
    ...(random() < 0.3 && { preferBatch: true }),
    ...(random() < 0.1 && { ignoreBudget: true }),
    ...(random() < 0.4 && { parseReplies, ...(random() < 0.6 && { smallReply: true }) }),
  }
}

async function parseReplies(bytes: Uint8Array): Promise<readonly unknown[]> {
  return [JSON.parse(new TextDecoder().decode(bytes)) as unknown].flat()
}

function checkReply({ node }: PoolWorld, question: Question, { result, endpoint }: PoolReply<unknown>) {
  const { tag, call, options, aborted } = question
  check(!aborted || options.ignoreAbortOnceSent === true, `${tag} was answered after its abort`)
  check(options.endpoint === undefined || options.endpoint === endpoint, `${tag} was answered by ${endpoint}`)
  check(!options.exclude?.includes(endpoint), `${tag} was answered by ${endpoint}, which was excepted`)
  const [first] = call.params as [unknown]
  if (call.method === 'eth_blockNumber') check(result === '0x12b', `the head is ${show(result)}`)
  if (call.method === 'eth_sendRawTransaction')
    check(result === first, 'the answer is of another transaction')
  if (call.method === 'eth_getBlockByNumber')
    check((result as { hash: string }).hash === node.chain.block(Number(first))?.hash, 'another block')
  if (call.method === 'eth_getLogs') {
    const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string }
    const truth = node.chain.wireLogs({}, Number(fromBlock), Number(toBlock))
    check(show(result) === show(truth), `${tag} got the logs of another call`)
  }
}

function checkError(world: PoolWorld, question: Question, error: unknown): void {
  const { tag, call, options, aborted } = question
  if ((error as Error).name === 'AbortError') return check(aborted, `${tag} was aborted by the pool`)
  if (error instanceof QuotaExceededError)
    return check(
      world.quota !== undefined && !options.ignoreBudget,
      `${tag} failed for a quota that does not apply`,
    )
  check(error instanceof NodeError, `${tag} failed with ${String(error)}`)
  check(!error.message.includes('secret'), `an error contains a secret: ${error.message}`)
  if (call.method === 'eth_sendRawTransaction') return
  if (call.method === 'eth_getLogs' && ofTheCall.has(error.kind)) return
  const able = world.node.endpoints
    .map(({ host }) => host)
    .filter((host) => options.endpoint === undefined || host === options.endpoint)
    .filter((host) => !options.exclude?.includes(host))
  // An avoided endpoint may be tried too late.
  const answers = able.filter((host) => world.reliable.includes(host) && !options.avoid?.includes(host))
  if (able.length - answers.length > maxOthers) return
  check(answers.length === 0, `${answers.join()} would have answered ${tag} ${call.method}: ${error.message}`)
}

/** Checks the calls and their answers. */
function checkAnswers(world: PoolWorld, calls: readonly RecordedCall[]): void {
  const { tooWide, unavailable, wire } = world
  const answers = calls
    .filter(({ answer }) => answer)
    .filter((call) => !wire.givenUp.has(call))
    .toSorted((a, b) => a.answer!.at - b.answer!.at)
  for (const { endpoint, method, params, answer } of answers) {
    const { at, error } = answer!
    if (!error) continue
    const later = calls.filter((one) => one.endpoint === endpoint && one.method === method && one.at > at)
    const again = later.find((one) => one.params.at(-1) === params.at(-1))
    const isFinal = tooWide.has(error) || unavailable.has(error)
    check(!isFinal || !again, `${show(params)} was permanently refused by ${endpoint}, and sent again`)
    // A range may be refused for its width: one block of it decides.
    const isWide = method === 'eth_getLogs' && (spanWidth(params) ?? 2n) > 1n
    if (unavailable.has(error) && !isWide)
      check(later.length === 0, `${endpoint} had refused ${method}, and was asked again: ${show(later[0])}`)
    if (!tooWide.has(error)) continue
    const width = spanWidth(params)!
    const soon = later.find((one) => one.at < at + tooWideLifetime && spanWidth(one.params)! >= width)
    // An earlier call may have shown meanwhile that the limit is gone.
    const passed =
      soon !== undefined &&
      answers.some(
        (one) =>
          one.endpoint === endpoint &&
          one.method === method &&
          !one.answer!.error &&
          one.answer!.at >= at &&
          one.answer!.at <= soon.at &&
          spanWidth(one.params)! >= width,
      )
    check(!soon || passed, `${endpoint} had refused ${width} blocks, and was asked for ${show(soon?.params)}`)
  }
}
