import { defineNetwork, xone } from 'topic0'

const url = process.env.NEXT_PUBLIC_RPC_URL

/** The Xone network, or your node for it. */
export const network = url ? defineNetwork(xone, { http: [url] }) : xone
