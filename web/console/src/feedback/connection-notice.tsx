import { useSyncExternalStore } from 'react';
import { Notice } from './notice.tsx';

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Reports that the browser has no network. What the page already shows stays readable. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {isOnline ? null : (
        <Notice tone="yellow" title="You are offline">
          The page shows what was loaded before. Changes are possible when the connection is back.
        </Notice>
      )}
    </div>
  );
}
