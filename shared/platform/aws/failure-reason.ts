/** Names that the SDK gives to an error whose answer names none. */
const UNNAMED = new Set(['Error', 'Unknown', 'UnknownError']);

/** HTTP status of the answer that an error of an AWS client is about; undefined if there was no answer. */
export const statusOf = (error: unknown): number | undefined => {
  const status: unknown = Object(Object(error).$metadata).httpStatusCode;
  return typeof status === 'number' ? status : undefined;
};

/**
 * Why an AWS client failed: the name of the service's exception, else "status 503", a network error's code, or the
 * error's own name. Never its message, which may repeat what was sent or answered.
 */
export function failureReason(error: unknown): string {
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown };
  const status = statusOf(error);
  if (typeof name === 'string' && !UNNAMED.has(name) && !/^\d+$/.test(name)) return name;
  if (status !== undefined) return `status ${status}`;
  return typeof code === 'string' ? code : String(name ?? error);
}
