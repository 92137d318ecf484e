// Compiles demo/contracts/*.sol into demo/artifacts/*.json. Run it after changing a contract: node demo/compile.mjs
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

const sources = new URL('contracts/', import.meta.url)
const artifacts = new URL('artifacts/', import.meta.url)

/**
 * ABI entries of events that contracts write by hand because Solidity cannot declare them.
 * @type {Record<string, object[]>}
 */
const handWritten = {
  Oddities: [
    {
      type: 'event',
      name: 'Twins',
      anonymous: false,
      inputs: [
        { name: 'party', type: 'address', internalType: 'address', indexed: true },
        { name: 'party', type: 'address', internalType: 'address', indexed: true },
        { name: 'value', type: 'uint256', internalType: 'uint256', indexed: false },
        { name: 'value', type: 'uint256', internalType: 'uint256', indexed: false },
      ],
    },
  ],
}

/** Contracts that others inherit from. They are not deployed. */
const abstracts = ['Crowd']

/** @returns {Promise<Map<string, string>>} the text of each artifact, by contract name */
export async function compile() {
  const { default: solc } = await import('solc')
  const files = (await readdir(sources)).filter((file) => file.endsWith('.sol')).sort()
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      await Promise.all(
        files.map(async (file) => [file, { content: await readFile(new URL(file, sources), 'utf8') }]),
      ),
    ),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 1000 },
      // Without metadata, the bytecode depends only on the code and the compiler.
      metadata: { appendCBOR: false },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const problems = output.errors ?? []
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join('\n'))

  const texts = new Map()
  for (const file of files) {
    const name = file.slice(0, -'.sol'.length)
    if (abstracts.includes(name)) continue
    const { abi, evm } = output.contracts[file][name]
    const artifact = {
      contractName: name,
      abi: [...abi, ...(handWritten[name] ?? [])],
      bytecode: `0x${evm.bytecode.object}`,
    }
    texts.set(name, `${JSON.stringify(artifact, null, 2)}\n`)
  }
  return texts
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const texts = await compile()
  await rm(artifacts, { recursive: true, force: true })
  await mkdir(artifacts, { recursive: true })
  for (const [name, text] of texts) {
    await writeFile(new URL(`${name}.json`, artifacts), text)
    console.log(`demo/artifacts/${name}.json`)
  }
}
