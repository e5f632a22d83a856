/** Response headers that browser pages may read (Access-Control-Expose-Headers). */
export const EXPOSED_HEADERS = [
  'ETag',
  'Idempotency-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Usage-Limit',
  'X-Usage-Remaining',
  'X-Usage-Reset',
  'X-Usage-Used',
] as const;
