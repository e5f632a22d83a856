import { useEffect, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigationType, useSearchParams } from 'react-router';

/**
 * The filter of a list, which the address keeps. The address follows a change later: fields that show its values would lose
 * letters that a person types quickly.
 * @returns the filter, and a function that changes it; without options, it replaces the address.
 */
export function useAddressFilter<Filter>(
  read: (parameters: URLSearchParams) => Filter,
  write: (filter: Filter) => Record<string, string>,
): readonly [Filter, (filter: Filter, options?: NavigateOptions) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const [filter, setFilter] = useState(() => read(parameters));
  // A link, or the history of the browser; changes of fields replace the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => {
    if (navigation !== 'REPLACE') setFilter(read(parameters));
  }, [key]);
  const change = (next: Filter, options: NavigateOptions = { replace: true }) => {
    setFilter(next);
    setParameters(write(next), options);
  };
  return [filter, change];
}
