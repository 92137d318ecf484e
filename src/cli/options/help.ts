export const mainHelp = `topic0: EVM event logs from ordinary JSON-RPC nodes, complete and in order

Usage
  npx topic0 [options]                    browse the logs of a node
  npx topic0 logs [options]               write logs as NDJSON, CSV, JSON or Parquet
  npx topic0 archive COMMAND [options]    publish the history of a chain or a contract as files
  npx topic0 COMMAND --help               print all options of a command
  topic0 completion bash|zsh|fish         print a shell completion script

Without a command, topic0 serves its log explorer on this machine and prints the address.

Examples
  # The node on this machine: anvil, npx hardhat node, geth --dev --http
  npx topic0 --open

  # The same, decoded with the ABIs of a Foundry project; a rebuilt contract decodes in the open page
  npx topic0 --abi out/ --open

  # Any node. The key stays in this process: the page never sees it
  npx topic0 --rpc https://eth.example.org/v2/KEY

Options
  --rpc URL         endpoint, http or https. Repeat it: requests are spread over all
                    default: http://127.0.0.1:8545
  --network NAME    xone, xone-testnet, a viem chain (base) or a chain id (8453)
                    default: the network of the endpoint
  --abi PATH        ABI file, or a folder such as Foundry's out/ or Hardhat's artifacts/, watched;
                    0xADDRESS=FILE for one contract
  --query LINK      open the query of a link shared by an explorer
  --quota N         stop at N calls per UTC day, counted while this process runs
  --cache DIR       keep the day's calls in a folder: --quota then holds over all commands that use it;
                    needs: npm install lmdb
  --open            open the address in the browser
  --port N          default: 4747, or a free one if that is in use
  -v, --version     print the version
  -h, --help        print this help

Other websites and machines cannot use the page: its address has a token, and topic0 forwards
only read methods. Press Ctrl-C to stop.
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

Source
  --rpc URL            endpoint: http, https, ws or wss. Repeat it: requests are spread over all
  --network NAME       xone, xone-testnet, a viem chain (base) or a chain id (8453)
                       default: the network of the endpoint
Filter
  --address 0x…        contract; repeat it for several. Default: all contracts
  --event EVENT        Transfer, 'Transfer(address indexed from, …)' or a topic; repeat it for several
  --abi PATH           ABI file, or a folder such as Foundry's out/ or Hardhat's artifacts/:
                       the events to read, or where to find those of --event;
                       0xADDRESS=FILE: only of this contract, unless --address names others
  --arg NAME=VALUE     value of an indexed argument; repeat it for alternatives
  --from BLOCK         first block: 0, latest-500, 2026-01-01, 2026-01-01T12:00Z. Default: 0;
                       with --follow: the next block
  --to BLOCK           last block: latest, finalized, a number, a date (the whole day, UTC).
                       Default: latest
Output
  --format FORMAT      ndjson, csv, json or parquet. Default: by the extension of -o FILE; ndjson without
  -o, --output FILE    write to a file, named FILE.part until it is complete; - is standard output
  --columns A,B        only these columns: block_number,from,value
  --resume             continue FILE.part of the same command
  --cache DIR          keep final blocks, the day's calls and learned limits in a folder, for the next
                       command and other processes; needs: npm install lmdb
  --archive URL        read old blocks from an archive: the URL of its manifest, or its folder
  --public-key KEY     use the archive only if this key has signed its manifest
  --follow             keep following the head: each line says add, remove or reset (ndjson and csv);
                       lines are then appended to -o FILE itself, which must be new or empty
Cost
  --estimate           print the cost, without reading logs; with --resume, the cost of what is left
  --max-calls N        stop after N JSON-RPC calls
  --quota N            stop at N calls per UTC day, with --cache over all commands
Other
  -q, --quiet          print nothing but logs and errors
  -h, --help           print this help

Only logs are written to standard output; progress goes to standard error.

Exit codes
  0  complete, or the pipe was closed
  1  wrong usage, or the file cannot be written
  2  some blocks could not be read, or cannot be read yet (they are listed)
  3  --max-calls, --quota or the node's own quota is used up
  4  no endpoint could be used
  130  interrupted
`

export const archiveHelp = `topic0 archive: publish the history of a chain or a contract as Parquet files

Usage
  npx topic0 archive build FOLDER --rpc URL [options]    read all final blocks into a folder
  npx topic0 archive append FOLDER --rpc URL [options]   add blocks that have become final
  npx topic0 archive verify FOLDER [--rpc URL]           check the files, and compare them with a node
  npx topic0 archive verify URL                          check a published archive: server and hashes
  npx topic0 archive serve FOLDER                        serve a folder on this machine
  npx topic0 archive query FOLDER SQL                    run SQL over a folder, through DuckDB

Examples
  # All logs of one contract; after an interruption, the same command continues
  npx topic0 archive build usdc --rpc https://eth.example.org \\
    --address 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 --from 6082465

  # From files that cryo has collected; missing block hashes are read from the node
  npx topic0 archive build all --from cryo-files/ --rpc https://eth.example.org

  # Every hour, from cron
  npx topic0 archive append usdc --rpc https://eth.example.org --quiet

  # Compare 10 block ranges per file with another node
  npx topic0 archive verify usdc --rpc https://other.example.org --samples 10

  # Try it out: prints the URL for defineNetwork({ archive }) and for topic0 logs --archive
  npx topic0 archive serve usdc

  # The busiest days
  npx topic0 archive query usdc "select date_trunc('day', to_timestamp(block_timestamp)) as day,
    count(*) as logs from logs group by all order by logs desc limit 10"

build and append
  --rpc URL            endpoint: http, https, ws or wss. Repeat it: requests are spread over all
  --network NAME       xone, xone-testnet, a viem chain (base) or a chain id (8453)
                       default: the network of the endpoint
  --to BLOCK           last block: a number, a date, finalized. Default: the newest final block
  --logs-per-file N    merge small files into ones of N logs or more. Default: 1,000,000
  --words              also write an index of indexed arguments, 8 bytes each: finds rare values faster
                       default: as in the archive
  --sign KEYFILE       sign the manifest with an Ed25519 key, for archive: { url, publicKey };
                       openssl genpkey -algorithm ed25519 -out KEYFILE makes one
  --cache DIR          keep final blocks, the day's calls and learned limits in a folder;
                       needs: npm install lmdb
  --max-calls N        stop after N JSON-RPC calls
  --quota N            stop at N calls per UTC day, with --cache over all commands
build
  --address 0x…        contract; repeat it for several. Default: all contracts
  --event EVENT        Transfer, 'Transfer(address indexed from, …)' or a topic; repeat it for several
  --abi PATH           ABI file or folder: the events, or where to find those of --event
  --arg NAME=VALUE     value of an indexed argument; repeat it for alternatives
  --from BLOCK         first block: a number or a date. Default: 0
  --from FILE|FOLDER   read logs from Parquet files of cryo, DuckDB or topic0 logs, not from the node.
                       Files of some contracts or events need the same --address and --event
  --from-block N       with files: the first and last block they cover. Default: from the
  --to-block N         names of all files, such as logs__00000000_to_00000999.parquet
verify
  --rpc, --network, --cache, --max-calls, --quota: as above
  --public-key KEY     check that this key has signed the manifest: build --sign prints it
  --samples N          ranges of up to 100 blocks per file to compare with the node. Default: 3;
                       of a URL none, because it downloads their logs: of many contracts, up to the whole file
serve
  --port N             default: any free port
  --host NAME          default: 127.0.0.1, for this machine only
query
  SQL reads the table logs: address, topic0 to topic3, block_number, log_index, transaction_index,
  data, transaction_hash, block_hash, block_timestamp. Bytes are written as bytes('0x…').
  Needs: npm install @duckdb/node-api
  -f, --file FILE      SQL in a file
  --format FORMAT      table, ndjson, json or csv. Default: table. Of several statements, table prints
                       the rows of each; with the other formats, only the last one may return rows
All
  -q, --quiet          print nothing but results and errors
  -h, --help           print this help

build and append replace the manifest last, so that readers see either the old state or the new one.
They keep what they have read, after a crash all but the last minute: repeat the command to continue,
also after Ctrl-C or a spent quota.

Exit codes
  0  complete; for verify: no problem found
  1  wrong usage, or a file cannot be written
  2  some blocks could not be read, or the archive is damaged or of another chain
  3  --max-calls, --quota or the node's own quota is used up
  4  no endpoint could be used
  130  interrupted
`
