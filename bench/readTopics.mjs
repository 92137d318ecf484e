/** The topics for the logs of one sender, the one with most logs in some blocks. @param {string} url */
export async function readTopics(url) {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getLogs',
    params: [{ fromBlock: '0x30d40', toBlock: '0x3344f' }],
  })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result } = await response.json()
  const counts = new Map()
  for (const { topics } of result) counts.set(topics[1], (counts.get(topics[1]) ?? 0) + 1)
  const [[sender]] = [...counts].sort((a, b) => b[1] - a[1])
  return [result[0].topics[0], sender]
}
