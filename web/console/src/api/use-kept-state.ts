import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** First part of the keys of kept states. */
export const KEPT = 'kept';

/** A state that stays while the person visits other pages, until the sign-out. */
export function useKeptState<Value>(name: string, initial: () => Value) {
  const queries = useQueryClient();
  const [value, setValue] = useState<Value>(
    () => (queries.getQueryData([KEPT, name]) as Value | undefined) ?? initial(),
  );
  const set = useCallback(
    (next: Value) => {
      queries.setQueryDefaults([KEPT], { gcTime: Number.POSITIVE_INFINITY });
      queries.setQueryData([KEPT, name], next);
      setValue(next);
    },
    [queries, name],
  );
  return [value, set] as const;
}
