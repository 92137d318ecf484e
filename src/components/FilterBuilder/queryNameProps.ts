/** What fields for a query's name have in common. */
export const queryNameProps = { className: 'topic0-input', maxLength: 80, autoComplete: 'off' } as const
