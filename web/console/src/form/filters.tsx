import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigationType, useSearchParams } from 'react-router';
import type { ListPage } from '../shell/data-table.tsx';
import { Fields, FormText } from './form.tsx';

const MAX_LENGTH = 500;
const DEBOUNCE_MS = 250;

export const ALL = { value: '', label: 'All' };

type Texts = Readonly<Record<string, string>>;
type TextsOf<Filter> = { readonly [Name in keyof Filter]: string };

/**
 * A filter of texts, which the address keeps by their names. A text that has its default is left out. The API rejects what it
 * does not know. The address follows a change later: fields that show its values would lose letters that a person types quickly.
 * @param others parameters of the page besides the filter.
 * @returns the filter; a function that changes it, which replaces the address without options; and the filter for queries.
 */
export function useTextFilter<Filter extends Texts>(defaults: Filter, others: Texts = {}) {
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const read = () =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, text]) => [
        name,
        (parameters.get(name) ?? text).slice(0, MAX_LENGTH),
      ]),
    ) as TextsOf<Filter>;
  const [filter, setFilter] = useState(read);
  const [settled] = useDebouncedValue(filter, DEBOUNCE_MS, { leading: true });
  // A link, or the history of the browser; changes of fields replace the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => {
    if (navigation !== 'REPLACE') setFilter(read());
  }, [key]);
  const open = (next: TextsOf<Filter>, options: NavigateOptions = { replace: true }) => {
    setFilter(next);
    const changed = Object.entries(next).filter(([name, text]) => text !== defaults[name]);
    setParameters({ ...others, ...Object.fromEntries(changed) }, options);
  };
  return [filter, open, settled] as const;
}

/** The members of a filter that have a text, as the query of a list. */
export const queryOf = <Query extends object>(filter: Texts): Query =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  ) as Query;

/** Whether a filter leaves out entries; the position does not. */
export const isNarrowed = ({ cursor: _, ...filter }: Texts): boolean =>
  Object.values(filter).some((text) => text.trim() !== '');

interface ListOptions<Row, Filter> {
  isValid?(filter: Filter): boolean;
  /** Milliseconds until these rows can have changed; false if a person changes them. */
  refetchAfter?(rows: readonly Row[]): number | false;
  /** Parameters of the page besides the filter. */
  readonly others?: Texts;
}

/**
 * A list without a total, whose filter and position are in the address.
 * @param key of its queries: those of the thing, whose changes change the list
 */
export function useFilteredList<Row, Filter extends Texts & { readonly cursor: string }>(
  key: readonly unknown[],
  defaults: Filter,
  read: (filter: TextsOf<Filter>, signal: AbortSignal) => PromiseLike<ListPage<Row>>,
  options: ListOptions<Row, TextsOf<Filter>> = {},
) {
  const { isValid = () => true, refetchAfter = () => false, others } = options;
  const [filter, open, settled] = useTextFilter(defaults, others);
  const query = useQuery({
    queryKey: [...key, settled],
    queryFn: async ({ signal }) => await read(settled, signal),
    placeholderData: keepPreviousData,
    enabled: isValid(settled),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.error === null ? refetchAfter(state.data?.items ?? []) : false),
  });
  const isFiltered = isNarrowed(filter);
  return {
    isFiltered,
    filters: {
      filter,
      onChange: (part: Partial<typeof filter>) => open({ ...filter, cursor: '', ...part }),
      onClear: isFiltered && (() => open(defaults)),
    },
    list: {
      query,
      cursor: filter.cursor,
      onOpen: (cursor: string) => open({ ...filter, cursor }, { replace: false }),
    },
  };
}

interface FiltersProps<Filter extends object> {
  readonly filter: Filter;
  readonly errors?: Readonly<Record<string, string | undefined>>;
  onChange(part: Partial<Filter>): void;
  /** Absent: the filter leaves out nothing. */
  readonly onClear: (() => void) | false;
  readonly clear?: string;
  readonly children: ReactNode;
}

export const Filters = <Filter extends object>({
  filter,
  onClear,
  clear,
  ...props
}: FiltersProps<Filter>) => (
  <Group className="filters" align="flex-start" gap="sm" mb="md">
    <Fields values={filter} {...props} />
    {onClear ? (
      <Button variant="subtle" mt="1.55rem" onClick={onClear}>
        {clear ?? 'Clear the filter'}
      </Button>
    ) : null}
  </Group>
);

/** What is wrong with the days of a filter, YYYY-MM-DD or empty, by field. */
export const rangeErrors = ({
  from,
  to,
}: Readonly<Record<'from' | 'to', string>>): { readonly to?: string } =>
  from === '' || to === '' || from <= to ? {} : { to: 'Enter a day that is not before the first day.' };

export const DateRange = () => (
  <>
    <FormText type="date" name="from" label="Created from (UTC)" />
    <FormText type="date" name="to" label="Created until (UTC)" />
  </>
);
