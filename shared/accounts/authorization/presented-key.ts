/** Header values by name, in any case. A header that was sent more than once has several values. */
export type HeaderValues = Readonly<Record<string, readonly string[] | undefined>>;

/** The API key in a call's headers. `several`: the header that takes precedence was sent with different keys. */
export type PresentedKey =
  | { readonly sent: 'one'; readonly key: string }
  | { readonly sent: 'none' }
  | { readonly sent: 'several' };

const BEARER = /^bearer(?:\s+(.*))?$/is;

/**
 * Reads the key from `x-api-key: KEY` or `Authorization: Bearer KEY`. If both are sent, the Bearer header takes
 * precedence, even if it is empty. Other authorization schemes are ignored.
 */
export function presentedKey(headers: HeaderValues): PresentedKey {
  const bearerKeys = valuesOf(headers, 'authorization').flatMap((value) => {
    const match = BEARER.exec(value);
    return match ? [match[1] ?? ''] : [];
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
