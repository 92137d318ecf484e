import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BodyTooLargeError, readBody, readFullBody } from '../../../src/rpc/http/readBody.ts'

const arbitraryParts = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 })

function respond(
  parts: readonly Uint8Array<ArrayBuffer>[],
  announced: number | undefined,
  { onCancel = () => {}, isByteStream = false } = {},
) {
  const left = isByteStream ? parts.filter(({ length }) => length > 0) : [...parts]
  const source = {
    pull(controller: ReadableStreamController<Uint8Array<ArrayBuffer>>) {
      const part = left.shift()
      // Streams of bytes take the chunk away.
      if (part) controller.enqueue(isByteStream ? part.slice() : part)
      else {
        controller.close()
        if ('byobRequest' in controller) controller.byobRequest?.respond(0)
      }
    },
    cancel: onCancel,
  }
  const body = isByteStream ? new ReadableStream({ ...source, type: 'bytes' }) : new ReadableStream(source)
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

test('a body of known length is read whole, from streams of bytes and of chunks', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryParts, fc.boolean(), fc.nat({ max: 3 }), async (parts, isByteStream, room) => {
      const whole = Uint8Array.from(parts.flatMap((part) => [...part]))
      const response = respond(parts, undefined, { isByteStream })
      expect(await readFullBody(response, whole.length + room)).toEqual(whole)
    }),
  )
})

test('reading stops at the size limit, and the rest is cancelled', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryParts, fc.nat({ max: 100 }), async (parts, most) => {
      const size = parts.reduce((sum, part) => sum + part.length, 0)
      fc.pre(size > most)
      for (const announced of [undefined, 0, size])
        for (const isByteStream of [true, false])
          for (const read of [readBody, readFullBody]) {
            let cancelled = 0
            // Without a rest, the stream may have ended before it is cancelled.
            const sent = [...parts, new Uint8Array(1)]
            const response = respond(sent, announced, { onCancel: () => cancelled++, isByteStream })
            await expect(read(response, most)).rejects.toThrow(BodyTooLargeError)
            expect(cancelled).toBe(1)
          }
    }),
  )
})
