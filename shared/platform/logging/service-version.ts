/** Environment variable with the deployed commit. */
export const VERSION_VARIABLE = 'SERVICE_VERSION';

/** Log field with the deployed commit; empty where no version is set, such as in the command line. */
export function serviceVersion(): { readonly version?: string } {
  const version = process.env[VERSION_VARIABLE];
  return version === undefined ? {} : { version };
}
