/** An option of the CDK context as text; an empty text counts as absent. */
export function contextText(context: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = context[name];
  return value === undefined || value === '' ? undefined : String(value);
}
