'use client'
import { useMemo, type Ref } from 'react'
import { attachRef } from './attachRef.ts'

/** One ref callback for our own and a caller's ref. */
export function useMergedRef<element>(
  own: (element: element | null) => void,
  given: Ref<element> | undefined,
) {
  return useMemo(
    () =>
      attachRef((element: element) => {
        own(element)
        const detach = setRef(given, element)
        return () => {
          own(null)
          if (typeof detach === 'function') detach()
          else setRef(given, null)
        }
      }),
    [own, given],
  )
}

function setRef<element>(ref: Ref<element> | undefined, element: element | null) {
  if (typeof ref === 'function') return ref(element)
  if (ref) ref.current = element
  return undefined
}
