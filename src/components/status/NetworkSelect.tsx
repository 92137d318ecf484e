'use client'
import { useId, type ComponentProps } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { Select } from '../ui/Select.tsx'
import { withRef } from '../ui/withRef.ts'
import { visibleText } from '../values/visibleText.ts'
import { networkStrings } from './networkStrings.ts'

/** What `NetworkSelect` shows of a network: any viem `Chain` or `Network` fits. */
export interface NetworkChoice {
  readonly id: number
  readonly name: string
  readonly testnet?: boolean | undefined
}

export interface NetworkSelectProps extends Omit<ComponentProps<'div'>, 'children' | 'onChange'> {
  /** The networks to choose from. */
  networks: readonly NetworkChoice[]
  /** The selected chain id. */
  value: number | undefined
  /** Called when another network is selected. */
  onChange?: ((chainId: number) => void) | undefined
  /** Whether the select is disabled. @default false */
  disabled?: boolean | undefined
  /** Hides the label visually. @default false */
  hideLabel?: boolean | undefined
}

/**
 * A select for the current network. `data-state` is `ready` or `disabled`.
 *
 * @example
 * <NetworkSelect networks={[xone, xoneTestnet]} value={3721} onChange={(id) => console.log(id)} />
 */
export const NetworkSelect = /* @__PURE__ */ withRef(function NetworkSelect(props: NetworkSelectProps) {
  const { networks, value, onChange, disabled = false, hideLabel = false, className, ...rest } = props
  const strings = useStrings(networkStrings)
  const id = useId()
  const isKnown = networks.some((network) => network.id === value)
  const unselected = networks.length === 0 ? strings.noNetworks : ''
  const missing = value === undefined ? unselected : strings.chain(String(value))
  const choices = networks.map(({ id, name, testnet }) => ({
    value: id as number | '',
    label: visibleText(testnet ? `${name} (${strings.testnet})` : name),
  }))
  return (
    <div
      {...rest}
      className={classNames('topic0', 'topic0-network-select', className)}
      data-state={disabled ? 'disabled' : 'ready'}
    >
      <label htmlFor={id} className={hideLabel ? 'topic0-visually-hidden' : 'topic0-label'}>
        {strings.network}
      </label>
      <Select
        {...{ id, disabled }}
        value={value ?? ''}
        choices={isKnown ? choices : [{ value: value ?? '', label: missing, disabled: true }, ...choices]}
        onChange={(chainId) => onChange?.(Number(chainId))}
      />
    </div>
  )
})
