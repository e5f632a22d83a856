/** The three error body shapes of the interface, told apart by path (interface specification, section 7). */
export const ERROR_FORMATS = ['quotes', 'rates', 'general'] as const;
export type ErrorFormat = (typeof ERROR_FORMATS)[number];

const ERROR_FORMAT_BY_PREFIX: readonly (readonly [string, ErrorFormat])[] = [
  ['/api/v1/quotes', 'quotes'],
  ['/api/v1/pricing-strategy', 'quotes'],
  ['/api/v1/terminals', 'rates'],
  ['/api/v1/rates', 'rates'],
  ['/api/v1/usage', 'rates'],
];

/** The format that a path's errors are written in; everything outside the list speaks the general one. */
export function errorFormatOfPath(path: string): ErrorFormat {
  const match = ERROR_FORMAT_BY_PREFIX.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return match?.[1] ?? 'general';
}
