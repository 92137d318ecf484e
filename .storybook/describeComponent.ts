/** Turns a component's comment into Markdown, with its example as a code block. */
export function describeComponent(component: unknown): string {
  const comment =
    (component as { __docgenInfo?: { description?: string } } | null)?.__docgenInfo?.description ?? ''
  const [text = '', example] = comment.split(/^@example\s*$/m)
  return example?.trim() ? `${text.trim()}\n\n\`\`\`tsx\n${example.trim()}\n\`\`\`` : text.trim()
}
