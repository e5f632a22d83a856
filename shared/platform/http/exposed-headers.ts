/** Response headers that browser pages may read (Access-Control-Expose-Headers). */
export const EXPOSED_HEADERS = [
  'ETag',
  'Idempotency-Replayed',
  'Retry-After',
  'X-Request-Id',
  'X-Usage-Limit',
  'X-Usage-Used',
] as const;
