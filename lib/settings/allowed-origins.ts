const ORIGIN = /^(https:\/\/[a-z0-9.-]{1,253}|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

/**
 * Origins of pages in browsers that may call the API, with commas between them: "https://app.example.com".
 * @throws Error naming the first that is no origin.
 */
export function readAllowedOrigins(text: string): readonly string[] {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  const wrong = origins.find((origin) => !ORIGIN.test(origin));
  if (wrong === undefined) return [...new Set(origins)];
  throw new Error(
    `"${wrong}" is not an origin: use https://HOST or, on this machine, http://localhost:PORT, without a path.`,
  );
}
