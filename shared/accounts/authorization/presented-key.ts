/** Header names in any case; a header sent more than once has several values. */
export type HeaderValues = Readonly<Record<string, readonly string[] | undefined>>;

/** What a call's headers say of its key. `several`: the header that counts was sent with different keys. */
export type PresentedKey =
  | { readonly sent: 'one'; readonly key: string }
  | { readonly sent: 'none' }
  | { readonly sent: 'several' };

const BEARER = /^bearer(?:\s+(.*))?$/is;

/**
 * Reads the key from `x-api-key: KEY` or `Authorization: Bearer KEY`. When both are sent, a Bearer Authorization is
 * the one that counts, an empty one too: it says that the caller meant to sign in that way. Other schemes do not count.
 */
export function presentedKey(headers: HeaderValues): PresentedKey {
  const bearerKeys = valuesOf(headers, 'authorization').flatMap((value) => {
    const match = BEARER.exec(value);
    return match ? [(match[1] ?? '').trim()] : [];
  });
  const [key, ...others] = new Set(bearerKeys.length > 0 ? bearerKeys : valuesOf(headers, 'x-api-key'));
  if (others.length > 0) return { sent: 'several' };
  return key ? { sent: 'one', key } : { sent: 'none' };
}

function valuesOf(headers: HeaderValues, name: string): string[] {
  return Object.entries(headers)
    .filter(([candidate]) => candidate.toLowerCase() === name)
    .flatMap(([, values]) => values?.map((value) => value.trim()) ?? []);
}
