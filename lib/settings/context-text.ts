/** What a deployment's context says under a name, as text; an empty text is as good as none. */
export const contextText =
  (context: Readonly<Record<string, unknown>>) =>
  (name: string): string | undefined => {
    const value = context[name];
    return value === undefined || value === '' ? undefined : String(value);
  };
