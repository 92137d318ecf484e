import { forwardRef, version, type JSX } from 'react'

const passesRef = Number.parseInt(version, 10) >= 19

/** Lets a component take `ref` as a prop in React 18, which passes it to `forwardRef` components only. */
export function withRef<props, drawn extends JSX.Element | null>(
  component: (props: props) => drawn,
): (props: props) => drawn {
  if (passesRef) return component
  return forwardRef<unknown, props>((props, ref) =>
    component({ ...props, ...(ref && { ref }) } as props),
  ) as unknown as (props: props) => drawn
}
