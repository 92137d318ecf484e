import type { Hash } from 'viem'
import { isObject, lengthOf, parseJson } from '../../../base/unknownJson.ts'
import { InvalidQueryError, type InputIssue } from '../../../errors/InvalidQueryError.ts'
import type { InputProblem } from '../inputProblem.ts'
import type { BlockTag, LogQuery } from '../LogQuery.ts'
import { isBlockHash } from '../ParsedLogQuery.ts'
import { parseLogQuery } from '../parseLogQuery.ts'
import { textProblem } from './textProblem.ts'

const methods: readonly unknown[] = ['eth_getLogs', 'eth_newFilter']

/**
 * Parses the query of a JSON-RPC request for logs (`eth_getLogs`, `eth_newFilter`), from text or JSON: the request, its
 * `params`, or the filter alone. A missing block means the newest one, as for nodes. A block hash takes precedence over
 * a range.
 *
 * @throws {@link InvalidQueryError} naming every invalid part.
 */
export function parseRpcRequest(body: unknown): LogQuery {
  const filter = findFilter(typeof body === 'string' ? parseJson(body) : body)
  const { address, topics, fromBlock, toBlock, blockHash } = filter
  const issues: InputIssue[] = []
  const query = {
    // For nodes, an empty list is anything.
    ...(address != null && lengthOf(address) !== 0 && { address }),
    ...(topics != null && { topics }),
    ...(blockHash == null
      ? {
          fromBlock: readBlock('fromBlock', fromBlock, issues),
          toBlock: readBlock('toBlock', toBlock, issues),
        }
      : { blockHash: blockHash as Hash }),
  } as LogQuery
  if (issues.length > 0) throw new InvalidQueryError(issues)
  parseLogQuery(query)
  return query
}

function findFilter(json: unknown): Record<string, unknown> {
  const refuse = (path: string, problem: InputProblem) => new InvalidQueryError([{ path, ...problem }])
  if (json === undefined) throw refuse('body', textProblem('body-json'))
  if (Array.isArray(json) && json.length !== 1)
    throw refuse('body', textProblem('body-many', `${json.length}`))
  const request: unknown = Array.isArray(json) ? json[0] : json
  if (!isObject(request)) throw refuse('body', textProblem('body-request'))
  if (!('method' in request || 'params' in request)) return request
  const { method, params } = request
  if (!methods.includes(method)) throw refuse('method', textProblem('body-method', methods.join(', ')))
  const filter: unknown = Array.isArray(params) ? params[0] : undefined
  if (!isObject(filter)) throw refuse('params[0]', textProblem('body-filter'))
  return filter
}

function readBlock(path: string, value: unknown, issues: InputIssue[]): bigint | BlockTag | Hash {
  if (value === undefined || value === null) return 'latest'
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) {
    const number = BigInt(value)
    // A range may end with a block hash. Zeros before a number do not make it one.
    return path === 'toBlock' && isBlockHash(value) && number >> 64n > 0n ? value : number
  }
  // Tags are checked when the query is validated.
  if (typeof value === 'string' && /^[a-z]+$/.test(value)) return value as BlockTag
  issues.push({ path, ...textProblem('block-hex') })
  return 'latest'
}
