import { useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

/**
 * The filter of a list, which the address keeps. The address follows a change later, so that a field with the value of
 * the address would lose letters that a person types quickly.
 */
export function useAddressFilter<Filter>(
  read: (parameters: URLSearchParams) => Filter,
  write: (filter: Filter) => Record<string, string>,
): readonly [Filter, (filter: Filter) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const [filter, setFilter] = useState(() => read(parameters));
  // A link, or the history of the browser; the changes of this hook replace the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => {
    if (navigation !== 'REPLACE') setFilter(read(parameters));
  }, [key]);
  const change = (next: Filter) => {
    setFilter(next);
    setParameters(write(next), { replace: true });
  };
  return [filter, change];
}
