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

test('a body is read whole, in however many parts it comes and whatever was announced', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryParts,
      fc.option(fc.nat({ max: 500 }), { nil: undefined }),
      async (parts, announced) => {
        const sent = parts.map((part) => part.slice())
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]))
        expect(await readBody(respond(sent, announced), 500)).toEqual(whole)
        // What it was given may be of use to others.
        expect(sent).toEqual(parts)
      },
    ),
  )
})

test('no more than allowed is read, and the rest is given up', async () => {
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
