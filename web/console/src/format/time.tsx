import { timeText, utcText } from './dates.ts';

/** A time in the zone of the person; the UTC time appears on hover. */
export const Time = ({ value }: { readonly value: string }) => (
  <time dateTime={value} title={utcText(value)}>
    {timeText(value)}
  </time>
);
