/** The three error formats of the interface, which depend on the path (interface specification, section 7). */
export const ERROR_FORMATS = ['quotes', 'rates', 'general'] as const;
export type ErrorFormat = (typeof ERROR_FORMATS)[number];

const ERROR_FORMAT_BY_PREFIX: readonly (readonly [string, ErrorFormat])[] = [
  ['/api/v1/quotes', 'quotes'],
  ['/api/v1/reports', 'quotes'],
  ['/api/v1/shares', 'quotes'],
  ['/api/v1/contract-rates', 'quotes'],
  ['/api/v1/rfps', 'quotes'],
  ['/api/v1/pricing-strategy', 'quotes'],
  ['/api/v1/accessorials', 'quotes'],
  ['/api/v1/terminals', 'rates'],
  ['/api/v1/places', 'rates'],
  ['/api/v1/rates', 'rates'],
  ['/api/v1/usage', 'rates'],
  ['/api/v1/organization', 'rates'],
  ['/api/v1/keys', 'rates'],
  ['/api/v1/audit-log', 'rates'],
];

/** The error format of a path. Paths that are not listed have the general format. */
export function errorFormatOfPath(path: string): ErrorFormat {
  const match = ERROR_FORMAT_BY_PREFIX.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return match?.[1] ?? 'general';
}
