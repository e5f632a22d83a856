import { readFileSync } from 'node:fs';
import { createGrammar } from '../../shared/chats/grammar/read-lanes.ts';
import { createEmbeddedGeocoder } from '../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../shared/geography/places/great-circle.ts';
import type { RequestedStop } from '../../shared/quotes/stops/quote-lane.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';

/** A lane that a mail asks for, as a person reads it. */
interface TrueLane {
  readonly origin: { readonly lat: number; readonly lng: number };
  readonly destination: { readonly lat: number; readonly lng: number };
  readonly equipment_type: string | null;
  readonly pickup_date: string | null;
  readonly special_requirements: readonly string[];
  readonly weekly_volume: number | null;
  readonly customer_reference: string | null;
}
interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly today: string;
  readonly lanes: readonly TrueLane[];
}

/** Both ends are this near to the truth. */
const MAX_MILES = 25;
/** Half of the last digit with which volumes of the truth are rounded. */
const MAX_VOLUME_ERROR = 0.06;

const FIELDS = ['equipment', 'pickup date', 'volume', 'requirements', 'reference'] as const;

export function readMails(): readonly Mail[] {
  const lines = readFileSync(new URL('./mails.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Mail);
}

/** Compares the lanes that the grammar reads from mails with those that a person reads. */
export function scoreMails(mails: readonly Mail[]) {
  const terminals = loadTerminals();
  const sources = { places: createEmbeddedGeocoder(), terminals: buildEmbeddedDirectory(terminals) };
  const grammar = createGrammar(sources, terminals);
  const right = { equipment: 0, 'pickup date': 0, volume: 0, requirements: 0, reference: 0 };
  const wrong: string[] = [];
  let [matched, extra, missed, extraInMailsWithoutLanes, withoutSpan] = [0, 0, 0, 0, 0];
  for (const { id, subject, text, today, lanes } of mails) {
    const read = grammar.read([{ text, subject, day: today }]).lanes.map((draft) => ({
      draft,
      stops: grammar.resolve(draft),
    }));
    for (const { draft } of read) {
      const { origin, destination, equipment, day, volume, reference, requirements } = draft;
      for (const item of [origin, destination, equipment, day, volume, reference, ...requirements]) {
        if (item === undefined) continue;
        const source = item.source === 'subject' ? subject : text;
        if (source.slice(item.start, item.end).trim() === '') withoutSpan += 1;
      }
    }
    const left = new Set(read);
    for (const lane of lanes) {
      const near = [...left].filter(
        ({ stops }) => isNear(stops.origin, lane.origin) && isNear(stops.destination, lane.destination),
      );
      const found =
        near.find(({ draft }) => (draft.equipment?.value ?? null) === lane.equipment_type) ?? near[0];
      if (found === undefined) {
        missed += 1;
        wrong.push(`${id} lane missed`);
        continue;
      }
      left.delete(found);
      matched += 1;
      const { equipment, day, volume, requirements, reference } = found.draft;
      const isRight = {
        equipment: (equipment?.value ?? null) === lane.equipment_type,
        'pickup date': (day?.value ?? null) === lane.pickup_date,
        volume: isSameVolume(volume?.value ?? null, lane.weekly_volume),
        requirements: isSameSet(
          requirements.map(({ value }) => value),
          lane.special_requirements,
        ),
        reference: (reference?.value ?? null) === lane.customer_reference,
      };
      for (const field of FIELDS) {
        if (isRight[field]) right[field] += 1;
        else wrong.push(`${id} ${field}`);
      }
    }
    extra += left.size;
    if (lanes.length === 0) extraInMailsWithoutLanes += left.size;
    for (const _ of left) wrong.push(`${id} lane that the mail does not ask for`);
  }
  const [precision, recall] = [matched / (matched + extra), matched / (matched + missed)];
  return {
    mails: mails.length,
    lanes: { matched, extra, missed, precision, recall, f1: (2 * precision * recall) / (precision + recall) },
    fields: Object.fromEntries(FIELDS.map((field) => [field, right[field] / matched])),
    extraInMailsWithoutLanes,
    withoutSpan,
    wrong,
  };
}

export type MailScores = ReturnType<typeof scoreMails>;

export function mailReport({ mails, lanes, fields, wrong, ...counts }: MailScores): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  return [
    `${mails} mails: ${lanes.matched} lanes matched, ${lanes.missed} missed, ${lanes.extra} too many (${counts.extraInMailsWithoutLanes} of mails without lanes)`,
    `lanes: precision ${percent(lanes.precision)}, recall ${percent(lanes.recall)}, F1 ${lanes.f1.toFixed(3)}`,
    `fields of matched lanes: ${Object.entries(fields)
      .map(([field, share]) => `${field} ${percent(share)}`)
      .join(', ')}`,
    `values without a part of the text: ${counts.withoutSpan}`,
    ...wrong.map((line) => `  ${line}`),
  ].join('\n');
}

const isNear = (stop: RequestedStop | undefined, { lat, lng }: TrueLane['origin']): boolean =>
  stop !== undefined && greatCircleMiles(stop.stop, { latitude: lat, longitude: lng }) <= MAX_MILES;

const isSameVolume = (one: number | null, other: number | null): boolean =>
  one === other || (one !== null && other !== null && Math.abs(one - other) <= MAX_VOLUME_ERROR);

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));
