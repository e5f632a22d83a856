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

const MAX_LENGTH = 500;

/**
 * A filter of texts, which the address keeps by their names. A text that is empty or has its default is left out. The API
 * rejects what it does not know.
 */
export const useTextFilter = <Filter extends Readonly<Record<string, string>>>(
  defaults: Filter,
  /** Parameters of the page besides the filter. */
  others: Readonly<Record<string, string>> = {},
) =>
  useAddressFilter(
    (parameters) =>
      Object.fromEntries(
        Object.entries(defaults).map(([name, text]) => [
          name,
          (parameters.get(name) ?? text).slice(0, MAX_LENGTH),
        ]),
      ) as { readonly [Name in keyof Filter]: string },
    (filter) => ({
      ...others,
      ...Object.fromEntries(Object.entries(filter).filter(([name, text]) => text !== defaults[name])),
    }),
  );

/** The members of a filter that have a text, as the query of a list. */
export const queryOf = <Query extends object>(filter: Readonly<Record<string, string>>): Query =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  ) as Query;
