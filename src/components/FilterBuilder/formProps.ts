import type { ComponentProps } from 'react'
import { classNames } from '../ui/classNames.ts'
import type { FilterBuilderProps } from './FilterBuilderProps.ts'

/** Excludes the builder's own props: one missing below would become an attribute. */
type FormProps = ComponentProps<'form'> & {
  [name in Exclude<keyof FilterBuilderProps, keyof ComponentProps<'form'>>]?: never
}

/** The props of a builder that go to its form element. */
export function formProps(props: FilterBuilderProps): ComponentProps<'form'> {
  const {
    value: _value,
    defaultValue: _defaultValue,
    resetValue: _resetValue,
    onSubmit: _onSubmit,
    onChange: _onChange,
    onDirtyChange: _onDirtyChange,
    issues: _issues,
    busy: _busy,
    paused: _paused,
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
    renderSaved: _renderSaved,
    className,
    ...rest
  } = props
  rest satisfies FormProps
  return { ...rest, className: classNames('topic0', 'topic0-filter-builder', className) }
}
