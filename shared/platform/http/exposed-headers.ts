/** Headers of answers that pages may read. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Idempotency-Replayed',
  'Retry-After',
  'X-Request-Id',
  'X-Usage-Limit',
  'X-Usage-Used',
] as const;
