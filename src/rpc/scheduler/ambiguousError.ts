import { NodeError } from '../../errors/errors.ts'

/** Sending again might send twice, and only the caller can find out whether it would. */
export function ambiguousError(error: NodeError): NodeError {
  const { kind, method, endpoint, code, status, details } = error
  return new NodeError(
    `${endpoint ?? 'The endpoint'} gave no clear answer to ${method}, which may have been carried out.`,
    {
      kind,
      method,
      endpoint,
      code,
      status,
      details,
      advice: 'It was not sent again. Find out whether it took effect before you repeat it.',
    },
  )
}
