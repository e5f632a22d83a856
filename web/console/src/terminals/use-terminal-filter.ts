import { useEffect, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { readTerminalFilter, type TerminalFilter, writeTerminalFilter } from './terminal-filter.ts';

/**
 * The filter, which the address keeps. The address follows a change later: fields that show its values would lose letters
 * that a person types quickly.
 */
export function useTerminalFilter(): readonly [TerminalFilter, (filter: TerminalFilter) => void] {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const [filter, setFilter] = useState(() => readTerminalFilter(parameters));
  // A link, or the history of the browser; the changes of this hook replace the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => {
    if (navigation !== 'REPLACE') setFilter(readTerminalFilter(parameters));
  }, [key]);
  const change = (next: TerminalFilter) => {
    setFilter(next);
    setParameters(writeTerminalFilter(next), { replace: true });
  };
  return [filter, change];
}
