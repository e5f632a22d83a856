/**
 * Whether a body of this type is binary for an API. Declared types can contain wildcards: a subtype wildcard, or both.
 * @param header Content-Type or Accept; API Gateway uses only the first type, without parameters.
 */
export function isBinaryType(declared: readonly string[], header = ''): boolean {
  if (declared.includes('*/*')) return true;
  const [first = ''] = header.toLowerCase().split(/[,;]/);
  const [family, subtype] = first.trim().split('/');
  const fitting = [`${family}/${subtype}`, `${family}/*`];
  return subtype !== undefined && declared.some((type) => fitting.includes(type.toLowerCase()));
}
