/**
 * Whether a body of this type is binary for an API. Among the declared types one with a star for its subtype stands
 * for them all, and two stars for any body.
 * @param header a Content-Type, or an Accept, of which API Gateway looks at the first type only, without parameters.
 */
export function isBinaryType(declared: readonly string[], header = ''): boolean {
  if (declared.includes('*/*')) return true;
  const [first = ''] = header.toLowerCase().split(/[,;]/);
  const [family, subtype] = first.trim().split('/');
  const fitting = [`${family}/${subtype}`, `${family}/*`];
  return subtype !== undefined && declared.some((type) => fitting.includes(type.toLowerCase()));
}
