/** The three error body shapes of the interface, told apart by path (interface specification, section 7). */
export const ERROR_FAMILIES = ['quotes', 'rates', 'general'] as const;
export type ErrorFamily = (typeof ERROR_FAMILIES)[number];

const FAMILY_BY_PREFIX: readonly (readonly [string, ErrorFamily])[] = [
  ['/api/v1/quotes', 'quotes'],
  ['/api/v1/pricing-strategy', 'quotes'],
  ['/api/v1/terminals', 'rates'],
  ['/api/v1/rates', 'rates'],
  ['/api/v1/usage', 'rates'],
];

/** The family that a path's errors are written in; everything outside the list speaks the general one. */
export function familyOfPath(path: string): ErrorFamily {
  const match = FAMILY_BY_PREFIX.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return match?.[1] ?? 'general';
}
