/**
 * Parses JSON, or a JavaScript array or object literal such as `export const abi = [{ type: 'event' }] as const`,
 * without evaluating it.
 *
 * @throws SyntaxError if it is neither, or incomplete.
 */
export function parseLiteral(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const from = text.search(/[[{]/)
    const to = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
    return JSON.parse(
      text
        .slice(from, to + 1)
        .replaceAll(/'([^'"\n]*)'/g, '"$1"')
        .replaceAll(/([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)/g, '$1"$2"$3')
        .replaceAll(/,(\s*[\]}])/g, '$1'),
    )
  }
}
