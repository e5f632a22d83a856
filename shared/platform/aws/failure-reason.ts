/** Names that the SDK uses for an error without a name in the response. */
const UNNAMED = new Set(['Error', 'Unknown', 'UnknownError']);

/** HTTP status of an error of an AWS client; undefined if there was no response. */
export const statusOf = (error: unknown): number | undefined => {
  const status: unknown = Object(Object(error).$metadata).httpStatusCode;
  return typeof status === 'number' ? status : undefined;
};

/**
 * The reason for an error of an AWS client: the name of the service's exception, "status 503", a network error code, or
 * the error's name. Never the message, which may contain request or response data.
 */
export function failureReason(error: unknown): string {
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown };
  const status = statusOf(error);
  if (typeof name === 'string' && !UNNAMED.has(name) && !/^\d+$/.test(name)) return name;
  if (status !== undefined) return `status ${status}`;
  return typeof code === 'string' ? code : String(name ?? error);
}
