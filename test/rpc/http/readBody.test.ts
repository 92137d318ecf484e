import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BodyTooLargeError, readBody } from '../../../src/rpc/http/readBody.ts'

const arbitraryParts = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 })

function respond(parts: readonly Uint8Array[], announced: number | undefined, onCancel = () => {}) {
  const left = [...parts]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = left.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
    cancel: onCancel,
  })
  const headers: HeadersInit = announced === undefined ? {} : { 'content-length': String(announced) }
  return new Response(body as ConstructorParameters<typeof Response>[0], { headers })
}

test('a body is read whole, whatever its number of parts and declared length', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryParts,
      fc.option(fc.nat({ max: 500 }), { nil: undefined }),
      async (parts, announced) => {
        const sent = parts.map((part) => part.slice())
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]))
        expect(await readBody(respond(sent, announced), 500)).toEqual(whole)
        // The caller may still use the chunks.
        expect(sent).toEqual(parts)
      },
    ),
  )
})

test('reading stops at the size limit, and the rest is cancelled', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryParts, fc.nat({ max: 100 }), async (parts, most) => {
      const size = parts.reduce((sum, part) => sum + part.length, 0)
      fc.pre(size > most)
      for (const announced of [undefined, 0, size]) {
        let cancelled = 0
        const response = respond(parts, announced, () => cancelled++)
        await expect(readBody(response, most)).rejects.toThrow(BodyTooLargeError)
        expect(cancelled).toBe(1)
      }
    }),
  )
})
