import { type RefObject, useEffect, useRef } from 'react';

/** Its signal is aborted when the person leaves the page. */
export function usePageSignal(): RefObject<AbortController> {
  const stop = useRef(new AbortController());
  useEffect(() => {
    const current = new AbortController();
    stop.current = current;
    return () => current.abort();
  }, []);
  return stop;
}
