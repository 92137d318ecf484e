import type { ComponentProps } from 'react'
import { classNames } from '../ui/classNames.ts'
import type { FilterBuilderProps } from './FilterBuilderProps.ts'

/** Without what no form has: forgotten below, it would become an attribute. */
type FormProps = ComponentProps<'form'> & {
  [name in Exclude<keyof FilterBuilderProps, keyof ComponentProps<'form'>>]?: never
}

/** What of a builder's props is not about the query, and goes to its form. */
export function formProps(props: FilterBuilderProps): ComponentProps<'form'> {
  const {
    value: _value,
    defaultValue: _defaultValue,
    resetValue: _resetValue,
    onSubmit: _onSubmit,
    onChange: _onChange,
    issues: _issues,
    busy: _busy,
    onCancel: _onCancel,
    contracts: _contracts,
    knownEvents: _knownEvents,
    chainId: _chainId,
    opened: _opened,

    head: _head,
    renderEstimate: _renderEstimate,
    findBlock: _findBlock,
    findDeployment: _findDeployment,
    saved: _saved,
    recent: _recent,
    onSave: _onSave,
    onRename: _onRename,
    onForget: _onForget,
    className,
    ...rest
  } = props
  rest satisfies FormProps
  return { ...rest, className: classNames('topic0', 'topic0-filter-builder', className) }
}
