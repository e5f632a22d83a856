import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { Fields, FormText } from './form.tsx';

const MAX_LENGTH = 500;
const DEBOUNCE_MS = 250;

export const ALL = { value: '', label: 'All' };

type Texts = Readonly<Record<string, string>>;

/**
 * A filter of texts, which the address keeps by their names. A text that has its default is left out. The API rejects what it
 * does not know. The address follows a change later: fields that show its values would lose letters that a person types quickly.
 * @param others parameters of the page besides the filter.
 * @returns the filter; a function that changes it, which replaces the address without options; and the filter for queries.
 */
export function useTextFilter<Filter extends Texts>(defaults: Filter, others: Texts = {}) {
  type Read = { readonly [Name in keyof Filter]: string };
  const [parameters, setParameters] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const read = () =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, text]) => [
        name,
        (parameters.get(name) ?? text).slice(0, MAX_LENGTH),
      ]),
    ) as Read;
  const [filter, setFilter] = useState(read);
  const [settled] = useDebouncedValue(filter, DEBOUNCE_MS, { leading: true });
  // A link, or the history of the browser; changes of fields replace the address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes
  useEffect(() => {
    if (navigation !== 'REPLACE') setFilter(read());
  }, [key]);
  const open = (next: Read, options: NavigateOptions = { replace: true }) => {
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
  <Group align="flex-start" gap="sm" mb="md">
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
