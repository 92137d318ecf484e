// The command line of `npm start`.
import { parseArgs } from 'node:util'

export const usage = `npm start                     the explorer on a local chain with history and traffic
npm start -- --rpc URL        the explorer on any endpoint (http, https, ws, wss); repeat it for more
npm start -- --abi PATH       decodes with an ABI, or a folder of them such as Foundry's out/ or Hardhat's artifacts/;
                              0xADDRESS=FILE for one contract. Changed files decode in the open page; repeat it for more
npm start -- --lookup         offers to look up unknown events at a public signature service
npm start -- --port N         port of the page; default: 3721, or the next free one
npm start -- --chain-port N   port of the local chain; default: 8545, or the next free one
npm start -- --help           print this help`

/** The command line is wrong. */
export class UsageError extends Error {}

const defaults = { port: 3721, chainPort: 8545 }

/** Reads the arguments. @throws {UsageError} for an unknown flag, a bad URL or port. */
export function parseOptions(args) {
  let values
  try {
    ;({ values } = parseArgs({
      args,
      options: {
        rpc: { type: 'string', multiple: true, default: [] },
        abi: { type: 'string', multiple: true, default: [] },
        lookup: { type: 'boolean', default: false },
        port: { type: 'string' },
        'chain-port': { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }))
  } catch (error) {
    // The first sentence is enough; the rest is about Node's own API.
    throw new UsageError(error.message.split('. ')[0].replace(/\.?$/, '.'))
  }
  const chainPort = parsePort('--chain-port', values['chain-port'], defaults.chainPort)
  if (chainPort.explicit && values.rpc.length > 0)
    throw new UsageError(
      '--chain-port is the port of the local chain, which --rpc replaces: use only one of them.',
    )
  return {
    help: values.help,
    rpc: values.rpc.map(checkUrl),
    abi: values.abi,
    lookup: values.lookup,
    port: parsePort('--port', values.port, defaults.port),
    chainPort,
  }
}

function checkUrl(text) {
  const protocol = URL.canParse(text) ? new URL(text).protocol : undefined
  if (!['http:', 'https:', 'ws:', 'wss:'].includes(protocol))
    throw new UsageError(
      `--rpc "${text}" is not the URL of an endpoint: write it in full, such as https://rpc.example.org or ws://127.0.0.1:8546.`,
    )
  return text
}

function parsePort(flag, text, fallback) {
  if (text === undefined) return { number: fallback, explicit: false }
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > 65_535)
    throw new UsageError(`${flag} "${text}" is not a port: use a whole number from 1 to 65535.`)
  return { number, explicit: true }
}
