import * as v from 'valibot';
import { type ChatLane, chatLane } from './chat.ts';
import { findWeights } from './grammar/find-cargo.ts';
import { findDays } from './grammar/find-dates.ts';
import {
  findReferences,
  findRequirements,
  findVolumes,
  readEquipmentCell,
  type Sourced,
} from './grammar/find-facts.ts';
import type { FoundPlace, PlaceFinder } from './grammar/find-places.ts';
import { type LaneDraft, MAX_LANES } from './grammar/join-lanes.ts';
import type { ChatText, ReadLanes } from './grammar/read-lanes.ts';
import { splitMessages } from './grammar/split-messages.ts';

type Request = ChatLane['request'];

/** A lane as a model answers it: the words of each field, copied from a text. */
export type LaneWords = {
  readonly [Field in keyof Request]: Request[Field] extends readonly unknown[]
    ? readonly string[]
    : string | null;
};

/** The fields of a lane, with words instead of values. */
export const laneWords = v.strictObject(
  Object.fromEntries(
    Object.entries(chatLane.entries.request.entries).map(([field, { type }]) => [
      field,
      type === 'array' ? v.array(v.string()) : v.nullable(v.string()),
    ]),
  ),
) as unknown as v.GenericSchema<unknown, LaneWords>;

/** Longer words are of a model that copied a sentence. */
const MAX_WORDS_LENGTH = 100;
/** Places of a text at which words are compared with the rest of their lane. */
const MAX_PLACES = 20;
const isInside = (text: string, at: number): boolean => /[\p{L}\p{N}]{2}/u.test(text.slice(at - 1, at + 1));

interface Part extends Sourced {
  readonly source: number | 'subject';
}

/**
 * The lanes whose words stand in the texts. The grammar reads the value of each, so that a model can choose words, and
 * invent nothing. Words of instructions and disclaimers do not count.
 * @returns undefined if no lane is left of those that the model answered
 */
export function readWords(
  texts: readonly ChatText[],
  all: readonly LaneWords[],
  finder: PlaceFinder,
): ReadLanes | undefined {
  const written = new Map<number | 'subject', string>(
    texts.map(({ text }, source) => [source, splitMessages(text).text]),
  );
  written.set('subject', texts[0]?.subject ?? '');

  const partsOf = (words: string | null): readonly Part[] => {
    const needle = words?.trim() ?? '';
    if (needle === '' || needle.length > MAX_WORDS_LENGTH) return [];
    return [...written].flatMap(([source, text]) => {
      const parts: Part[] = [];
      for (
        let start = text.indexOf(needle);
        start !== -1 && parts.length < MAX_PLACES;
        start = text.indexOf(needle, start + 1)
      ) {
        const end = start + needle.length;
        if (!isInside(text, start) && !isInside(text, end)) parts.push({ source, start, end });
      }
      return parts;
    });
  };
  /** The words that stand nearest to another part of the lane. */
  const partOf = (words: string | null, near: Part | undefined): Part | undefined => {
    const miles = ({ source, start }: Part) =>
      near === undefined ? 0 : source === near.source ? Math.abs(start - near.start) : Infinity;
    return partsOf(words).toSorted((one, other) => miles(one) - miles(other))[0];
  };
  const read = <Value>(
    words: string | null,
    near: Part | undefined,
    reader: (text: string, part: Part) => readonly Value[],
  ): (Value & Part) | undefined => {
    const part = partOf(words, near);
    const value = part && reader(written.get(part.source) ?? '', part)[0];
    return value && { ...part, ...value };
  };
  const place = (words: string | null, near: Part | undefined): (FoundPlace & Part) | undefined =>
    read<FoundPlace>(words, near, (text, part) => {
      const found = finder.findPlaces(text, part);
      const name = text.slice(part.start, part.end).replace(/\s+/g, ' ');
      return found.length > 0 ? found : [{ ...part, kind: 'bare', text: name, points: [] }];
    });
  const copied = (text: string, part: Part) => [{ value: text.slice(part.start, part.end), ...part }];

  let previous: Part | undefined;
  const lanes = all.slice(0, MAX_LANES).flatMap((lane): readonly LaneDraft[] => {
    const destination = place(lane.destination, previous);
    const origin = place(lane.origin, destination);
    if (
      !origin ||
      !destination ||
      (origin.start === destination.start && origin.source === destination.source)
    )
      return [];
    previous = destination;
    const day = (part: Part) => texts[part.source === 'subject' ? 0 : part.source]?.day ?? '';
    const items = <Value>(words: readonly string[], reader: (text: string, part: Part) => readonly Value[]) =>
      words.flatMap((some) => read(some, destination, reader) ?? []);
    return [
      {
        origin,
        destination,
        equipment: read(lane.equipment_type, destination, readEquipmentCell),
        day: read(lane.pickup_date, destination, (text, part) => findDays(text, part, day(part) as never)),
        stops: lane.stops.flatMap((words) => place(words, destination) ?? []),
        requirements: items(lane.special_requirements, findRequirements),
        volume: read(lane.weekly_volume, destination, findVolumes),
        weights: items(lane.weight_lbs === null ? [] : [lane.weight_lbs], findWeights),
        commodity: read(lane.commodity, destination, copied),
        reference: read(lane.customer_reference, destination, (text, part) => {
          const found = findReferences(text, part);
          return found.length > 0 || !/\d/.test(text.slice(part.start, part.end))
            ? found
            : copied(text, part);
        }),
      },
    ];
  });
  finder.forget();
  if (lanes.length === 0 && all.length > 0) return undefined;
  return { lanes, leftOut: Math.max(0, all.length - MAX_LANES) };
}
