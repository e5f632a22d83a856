const ORIGIN = /^(https:\/\/[a-z0-9.-]{1,253}|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

/** "https://app.example.com", or "http://localhost:5173" for local pages. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text);

/**
 * Parses a comma-separated list of web origins that can call the API: "https://app.example.com".
 * @throws Error naming the first invalid origin.
 */
export function readAllowedOrigins(text: string): readonly string[] {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  const invalid = origins.find((origin) => !isOrigin(origin));
  if (invalid === undefined) return [...new Set(origins)];
  throw new Error(
    `"${invalid}" is not an origin: use https://HOST or, for local pages, http://localhost:PORT, without a path.`,
  );
}
