import { TextInput } from '@mantine/core';

interface DateRangeProps {
  /** YYYY-MM-DD; empty = open. */
  readonly from: string;
  readonly to: string;
  onChange(part: { readonly from: string } | { readonly to: string }): void;
}

/** Whether the first day is not after the last one. */
export const isDateRange = ({ from, to }: Pick<DateRangeProps, 'from' | 'to'>): boolean =>
  from === '' || to === '' || from <= to;

/** The days of creation that a list shows. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  return (
    <>
      <TextInput
        type="date"
        label="Created from (UTC)"
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Created until (UTC)"
        value={to}
        error={isDateRange({ from, to }) ? undefined : 'Enter a day that is not before the first day.'}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}
