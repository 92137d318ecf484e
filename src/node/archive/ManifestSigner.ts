import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { BaseError } from '../../errors/BaseError.ts'
import { addSignature, bytesToSign } from '../../logs/archive/manifestSignature.ts'

/** Signs manifests with an Ed25519 key. */
export class ManifestSigner {
  /** 32 bytes in hex, for `archive: { publicKey }` of a network. */
  readonly publicKey: string
  readonly #key: KeyObject

  /** @throws {@link BaseError} unless it is the PEM of an Ed25519 private key. The error does not repeat it. */
  constructor(pem: string) {
    this.#key = readKey(pem)
    const { x = '' } = createPublicKey(this.#key).export({ format: 'jwk' })
    this.publicKey = Buffer.from(x, 'base64url').toString('hex')
  }

  sign(manifest: string): string {
    return addSignature(manifest, sign(null, bytesToSign(manifest), this.#key))
  }
}

function readKey(pem: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = createPrivateKey(pem)
  } catch {
    // The reason may have parts of the key.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new BaseError(
    `The signing key must be an Ed25519 private key in PEM format${key ? `, not ${key.asymmetricKeyType}` : ''}.`,
    {
      advice: 'Make one with: openssl genpkey -algorithm ed25519 -out archive-key.pem',
    },
  )
}
