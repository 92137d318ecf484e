export const mainHelp = `topic0: EVM event logs from ordinary JSON-RPC nodes, complete and in order

Usage
  npx topic0 logs [options]     write logs as NDJSON, CSV, JSON or Parquet
  npx topic0 logs --help        all options, with examples
  npx topic0 --version          the version

Documentation: docs/cli.md
`

export const logsHelp = `topic0 logs: write event logs as NDJSON, CSV, JSON or Parquet

Usage
  npx topic0 logs --rpc URL [options]

Examples
  # The USDC transfers of the last 100 blocks, one JSON object per line
  npx topic0 logs --rpc https://eth.example.org \\
    --address 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 --event Transfer --from latest-100

  # What it would cost to read all of them, without reading any
  npx topic0 logs --rpc URL --address 0x… --event Transfer --estimate

  # What one account received in January, as a CSV file
  npx topic0 logs --rpc URL --address 0x… --event Transfer --arg to=0x… \\
    --from 2026-01-01 --to 2026-01-31 -o received.csv

  # Live, from the next block on
  npx topic0 logs --rpc URL --address 0x… --event Transfer --from latest --follow

Where from
  --rpc URL            endpoint: http, https, ws or wss. Repeat it: requests are spread over all
  --network NAME       xone, xone-testnet, a name of viem (base) or a chain id (8453)
                       default: the network of the endpoint
Which logs
  --address 0x…        contract; repeat it for several. Default: all contracts
  --event EVENT        Transfer, 'Transfer(address indexed from, …)' or a topic; repeat it for several
  --abi PATH           ABI file, or a folder such as Foundry's out/ or Hardhat's artifacts/:
                       the events to read, or where to find those of --event
  --arg NAME=VALUE     value of an indexed argument; repeat it for alternatives
  --from BLOCK         first block: 0, latest-500, 2026-01-01, 2026-01-01T12:00Z. Default: 0;
                       with --follow: the next block
  --to BLOCK           last block: latest, finalized, a number, a date (the whole day, UTC).
                       Default: latest
What to write
  --format FORMAT      ndjson, csv, json or parquet. Default: by the name of the file; else ndjson
  -o, --output FILE    write to a file, which is FILE.part until it is complete
  --columns A,B        only these columns: block_number,from,value
  --resume             go on with FILE.part of the same command
  --cache DIR          keep final blocks, the day's calls and learned limits in a folder, for the next
                       command and other processes; needs: npm install lmdb
  --follow             stay at the head: each line says add, remove or reset (ndjson and csv)
Cost
  --estimate           print what it would cost, and read nothing
  --max-calls N        stop after N JSON-RPC calls
  --quota N            stop at N calls per UTC day, with --cache over all commands
Other
  -q, --quiet          print nothing but logs and errors
  -h, --help           this text

Only logs are written to standard output; progress goes to standard error.

Exit codes
  0  complete, or the reader closed the pipe
  1  wrong usage, or the file cannot be written
  2  some blocks could not be read (they are listed)
  3  --max-calls, --quota or the node's own quota is used up
  4  no endpoint could be used
  130  interrupted
`
