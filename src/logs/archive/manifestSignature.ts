import { bytesToHex } from '../columns/hex.ts'

/** Signed with the manifest, so that nothing else the key has signed can pass for it. */
const context = new TextEncoder().encode('topic0-archive manifest\n')
const begin = ',\n "signature": "'
const end = '"\n}\n'
const suffixLength = begin.length + 128 + end.length

/** A manifest, split into what is signed and the signature at its end. */
interface SignedManifest {
  /** The context, and all bytes before the signature. */
  readonly signed: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

/** The bytes to sign of a manifest that ends with a brace in a line of its own. */
export function bytesToSign(manifest: string): Uint8Array<ArrayBuffer> {
  return inContext(new TextEncoder().encode(withoutEnd(manifest)))
}

/** Adds the signature to a manifest as its last field: both are replaced at once. */
export function addSignature(manifest: string, signature: Uint8Array): string {
  return `${withoutEnd(manifest)}${begin}${bytesToHex(signature).slice(2)}${end}`
}

/**
 * Checks the signature of a manifest's bytes before they are parsed.
 *
 * @param publicKey 64 hex digits.
 * @returns The problem, to follow the name of the archive; `undefined` if the key has signed these bytes.
 */
export async function findSignatureProblem(
  bytes: Uint8Array,
  publicKey: string,
): Promise<string | undefined> {
  const parts = splitSigned(bytes)
  if (!parts) return 'has a manifest without a signature'
  let isSigned: boolean
  try {
    const key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify'])
    isSigned = await crypto.subtle.verify('Ed25519', key, parts.signature, parts.signed)
  } catch {
    return 'has a signature that cannot be checked here: Ed25519 or a secure context is missing'
  }
  return isSigned ? undefined : 'has a manifest with another signature than that of the public key'
}

function splitSigned(bytes: Uint8Array): SignedManifest | undefined {
  const at = bytes.length - suffixLength
  if (at < 0) return undefined
  const suffix = new TextDecoder().decode(bytes.subarray(at))
  const signature = suffix.slice(begin.length, -end.length)
  const isSuffix = suffix.startsWith(begin) && suffix.endsWith(end) && /^[0-9a-f]{128}$/.test(signature)
  return isSuffix ? { signed: inContext(bytes.subarray(0, at)), signature: fromHex(signature) } : undefined
}

function inContext(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(context.length + bytes.length)
  all.set(context)
  all.set(bytes, context.length)
  return all
}

function withoutEnd(manifest: string): string {
  return manifest.replace(/\n\}\n$/, '')
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  )
}
