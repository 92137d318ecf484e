import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'

/** Schemes written by mistake, safe to repeat in an error. Any other may be a key: `KEY://…`. */
const knownScheme = /^(?:https?|wss?|file):$/

/** @throws {@link InvalidNetworkError} if a URL of a network has none of these protocols, without repeating the URL. */
export function checkUrl(
  network: string,
  url: string,
  protocols: readonly string[],
  what = 'an endpoint',
): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined
  if (protocol !== undefined && protocols.includes(protocol)) return
  const problem =
    protocol === undefined
      ? `${what} is not a URL`
      : knownScheme.test(protocol)
        ? `${what} has the scheme "${protocol}"`
        : `${what} has an unknown scheme`
  throw new InvalidNetworkError(
    network,
    problem,
    `Write the full URL, beginning with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
  )
}
