import type { FieldError } from '../../platform/http/invalid-parameters.ts';

/** An ETag of a version; weak ETags and missing quotation marks are accepted. */
const VERSION_TAG = /^(?:W\/)?"?(\d{1,15})"?$/;

/** The version that If-Match names; {} for any version. @param what what has versions, for the message. */
export function readExpectedVersion(
  ifMatch: string | undefined,
  what: string,
): { readonly expectedVersion?: number; readonly errors: readonly FieldError[] } {
  if (ifMatch === undefined || ifMatch.trim() === '*') return { errors: [] };
  const version = VERSION_TAG.exec(ifMatch.trim())?.[1];
  if (version !== undefined) return { expectedVersion: Number(version), errors: [] };
  return {
    errors: [{ field: 'If-Match', message: `must be "*" or the ETag of one version of the ${what}` }],
  };
}
