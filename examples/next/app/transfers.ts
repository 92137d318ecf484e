import { parseAbiItem } from 'viem'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** The query that the server prefetches and the page shows. */
export const transfers = { event: transfer, fromBlock: 'latest-100', order: 'desc' } as const
