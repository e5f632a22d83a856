import { useCallback, useRef } from 'react';

/**
 * An Idempotency-Key for each different body. A repeated try after a lost connection sends the same key, so that the
 * service does the work once.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return useCallback((body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
}
