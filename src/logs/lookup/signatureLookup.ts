import { LookupError } from '../../errors/LookupError.ts'
import { getJson } from '../../rpc/http/getJson.ts'
import { readEvent } from '../filter/formats/readEvent.ts'
import type { EventLookup } from './EventLookup.ts'
import { lazyAnswers } from './lazyAnswers.ts'

export interface SignatureLookupOptions {
  /** A service with the interface of Sourcify's and OpenChain's. @default 'https://api.4byte.sourcify.dev' */
  url?: string | undefined
  /** @default the global `fetch` */
  fetch?: typeof globalThis.fetch | undefined
}

const maxEvents = 20

/**
 * Looks up signatures by topic at a public signature service (`GET /signature-database/v1/lookup?event=…`). The
 * signatures have no argument names and do not say which arguments are indexed.
 *
 * @example
 * <LogExplorer lookups={[signatureLookup()]} />
 */
export function signatureLookup(options: SignatureLookupOptions = {}): EventLookup {
  const { url = 'https://api.4byte.sourcify.dev', fetch } = options
  const base = new URL(url)
  return {
    name: base.host,
    by: 'topic',
    async find(topic, { signal }) {
      const target = new URL('signature-database/v1/lookup', withSlash(base))
      target.searchParams.set('event', topic)
      target.searchParams.set('filter', 'true')
      const [json, { parseSignatures }] = await Promise.all([
        getJson(target, { fetch, signal }),
        lazyAnswers.load(),
      ])
      const answer = parseSignatures(json, topic)
      if (!answer)
        throw new LookupError(base.host, 'answered with something that is not a list of signatures')
      return answer.slice(0, maxEvents).flatMap((signature) => {
        const event = readEvent(signature)
        // The parser sets `indexed` to `false`, although the signature does not tell.
        return event
          ? [{ ...event, inputs: event.inputs.map((input) => ({ ...input, indexed: undefined })) }]
          : []
      })
    },
  }
}

function withSlash(url: URL): string {
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
