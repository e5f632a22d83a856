import type { ChatLane } from '../api/client.ts';
import { inFormWords } from '../api/field-messages.ts';

/** A part of a text, and the values that were read from it. */
export interface MarkedPart {
  readonly start: number;
  readonly text: string;
  /** "1–3, 5": the lanes with these values; empty without one. */
  readonly lanes: string;
  /** "origin, equipment" */
  readonly fields: string;
}

/** Numbers from 1, with ranges: "1–3, 5". @param indexes from 0, ascending */
export function laneNumbers(indexes: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const index of indexes) {
    const range = ranges.at(-1);
    if (range?.[1] === index) range[1] = index + 1;
    else ranges.push([index + 1, index + 1]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

const distinct = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

/** The parts of a text in its order: together they are the whole text. @param source of the text, as the API names it */
export function markedParts(
  text: string,
  lanes: readonly ChatLane[],
  source: number | 'subject',
): readonly MarkedPart[] {
  const found = lanes.flatMap(({ index, found: parts }) =>
    parts.filter((part) => (part.source ?? 0) === source).map((part) => ({ ...part, index })),
  );
  const ends = [0, text.length, ...found.flatMap(({ start, end }) => [start, end])];
  const bounds = distinct(ends).sort((one, other) => one - other);
  return bounds.slice(0, -1).map((start, position) => {
    const end = bounds[position + 1] ?? text.length;
    const of = found.filter((part) => part.start < end && start < part.end);
    return {
      start,
      text: text.slice(start, end),
      lanes: laneNumbers(distinct(of.map(({ index }) => index))),
      fields: distinct(of.map(({ field }) => inFormWords(field))).join(', '),
    };
  });
}

export const partId = (source: number | 'subject', start: number): string => `text-${source}-${start}`;
