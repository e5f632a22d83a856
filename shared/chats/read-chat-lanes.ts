import { readRequirement } from '../costs/accessorials/requirement-names.ts';
import { MAX_WEIGHT_LBS } from '../costs/equipment/equipment-type.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import { MAX_REFERENCE_LENGTH } from '../quotes/record/stored-quote.ts';
import { MAX_COMMODITY_LENGTH, MAX_STOPS } from '../quotes/request/read-quote-request.ts';
import type { RequestedStop } from '../quotes/stops/quote-lane.ts';
import type { ListedTerminal } from '../terminals/catalogue/terminal.ts';
import type { PlaceSources } from '../terminals/resolution/resolve-place.ts';
import type { CHAT_ADAPTERS, ChatLane, ChatQuestion } from './chat.ts';
import type { Sourced } from './grammar/find-facts.ts';
import { type LaneDraft, MAX_LANES } from './grammar/join-lanes.ts';
import { type ChatText, createGrammar, type ReadLanes } from './grammar/read-lanes.ts';
import { type LaneWords, readWords } from './lane-words.ts';

/** What the texts of a chat ask for, and what is still to be asked. */
export interface ChatReading {
  readonly adapter: (typeof CHAT_ADAPTERS)[number];
  readonly lanes: readonly ChatLane[];
  readonly questions: readonly ChatQuestion[];
}

const QUESTIONS = {
  equipment_type: "Which equipment is it, such as 40' HC or 53' dry van?",
  pickup_date: 'On which day is it picked up?',
};
const MAX_CHOICES = 10;
/** Of weights, so that a chat fits into an item. */
const MAX_LEFT_OUT = 5;

/** Reads the lanes of a chat as requests of quotes. */
export function createChatReader(sources: PlaceSources, terminals: readonly ListedTerminal[]) {
  const grammar = createGrammar(sources, terminals);

  const readingOf = (
    texts: readonly ChatText[],
    adapter: ChatReading['adapter'],
    { lanes: drafts, leftOut, partial }: ReadLanes,
  ): ChatReading => {
    const questions: ChatQuestion[] = [];
    const lanes = drafts.map((draft, index) => {
      const lane = laneOf(draft, index, texts, grammar.resolve(draft));
      questions.push(...lane.questions);
      return lane.lane;
    });
    if (partial && !partial.origin)
      questions.push({ lane: null, field: 'origin', text: 'Where is it picked up?' });
    if (partial && !partial.destination)
      questions.push({ lane: null, field: 'destination', text: 'Where is it delivered?' });
    if (leftOut > 0) {
      const rest = `The text has ${leftOut} more lanes than the ${MAX_LANES} that a chat reads. Send them in another chat, or as a file to an RFP.`;
      questions.push({ lane: null, field: 'lanes', text: rest });
    }
    return { adapter, lanes, questions };
  };

  return {
    /** With the words of a model, if it answered some that stand in the texts; else by the rules of the grammar. */
    read(texts: readonly ChatText[], words?: readonly LaneWords[]): ChatReading {
      const ofWords = words && readWords(texts, words, grammar.finder);
      return ofWords
        ? readingOf(texts, 'bedrock', ofWords)
        : readingOf(texts, 'grammar', grammar.read(texts));
    },
  };
}

const weightOf = ({ weights }: LaneDraft) => weights.find(({ value }) => value !== null);

type Resolved = ReturnType<ReturnType<typeof createGrammar>['resolve']>;

function laneOf(draft: LaneDraft, index: number, texts: readonly ChatText[], resolved: Resolved) {
  const equipment = draft.equipment?.value;
  const names = draft.requirements.map(({ value }) => value);
  const requirements = draft.requirements.flatMap(({ value, quantity }) => {
    const name = readRequirement(value, equipment);
    return name === undefined ? [] : quantity === undefined ? name : { name, quantity };
  });
  const notCharged = names.filter((name) => readRequirement(name, equipment) === undefined);
  const weight = weightOf(draft);
  const pounds = weight?.value ?? null;
  const isHeavy = pounds !== null && pounds > MAX_WEIGHT_LBS;
  const otherWeights = draft.weights.flatMap(({ value, assumption }) => (value === null ? [assumption] : []));
  const request = {
    // A text that several places have is no value: the question names them.
    origin: resolved.origin ? (resolved.texts.origin ?? null) : null,
    destination: resolved.destination ? (resolved.texts.destination ?? null) : null,
    equipment_type: equipment ?? null,
    pickup_date: draft.day?.value ?? null,
    stops: resolved.stops.map(({ text }) => text),
    special_requirements: requirements,
    weekly_volume: draft.volume?.value ?? null,
    weight_lbs: isHeavy ? null : pounds,
    commodity: draft.commodity?.value.replace(/\s+/g, ' ').slice(0, MAX_COMMODITY_LENGTH) ?? null,
    customer_reference: draft.reference?.value.slice(0, MAX_REFERENCE_LENGTH) ?? null,
  };
  const missing = (['origin', 'destination', 'equipment_type', 'pickup_date'] as const).filter(
    (field) => request[field] === null,
  );
  const lane: ChatLane = {
    index,
    request,
    route: { origin: placeOf(resolved.origin), destination: placeOf(resolved.destination) },
    found: foundIn(draft, texts),
    missing: [...missing, ...(resolved.stops.some(({ rejection }) => rejection) ? ['stops'] : [])],
    assumptions: [
      ...(draft.assumptions ?? []),
      ...resolved.warnings,
      ...resolved.stops.flatMap(({ warnings }) => warnings),
      ...[draft.day, isHeavy ? undefined : weight].flatMap((read) =>
        read?.assumption ? [read.assumption] : [],
      ),
      ...(isHeavy
        ? [`${count(pounds)} lb is more than the ${count(MAX_WEIGHT_LBS)} lb of a quote and is left out.`]
        : []),
      ...[...new Set(otherWeights)].slice(0, MAX_LEFT_OUT),
      ...(draft.stops.length > MAX_STOPS
        ? [`A quote has at most ${MAX_STOPS} stops: ${draft.stops.length - MAX_STOPS} are left out.`]
        : []),
      ...notCharged.map(
        (name) =>
          `"${name}" has no charge${equipment ? ` with ${equipment}` : ''} and is left out of the request.`,
      ),
    ],
  };
  const errors = (resolved.rejection?.details?.errors ?? []) as readonly {
    readonly field: string;
    readonly message: string;
  }[];
  const questions = missing.map((field): ChatQuestion => {
    if (field === 'equipment_type' || field === 'pickup_date')
      return { lane: index, field, text: QUESTIONS[field] };
    const message = errors.find((error) => error.field === field)?.message ?? `Which ${field} is it?`;
    const choices = choicesOf(resolved.rejection, field);
    return { lane: index, field, text: message, ...(choices.length > 0 ? { choices } : {}) };
  });
  for (const { rejection } of resolved.stops) {
    if (rejection === undefined) continue;
    const choices = choicesOf(rejection, 'stops[0]');
    const text = rejection.message.replace('stops[0]', 'stop');
    questions.push({ lane: index, field: 'stops', text, ...(choices.length > 0 ? { choices } : {}) });
  }
  return { lane, questions };
}

const count = (value: number): string => value.toLocaleString('en-US');

function choicesOf(rejection: Rejection | undefined, field: string): string[] {
  const { details } = rejection ?? {};
  if (details?.field !== field) return [];
  const candidates = details.candidates?.map(({ name, state }) =>
    name.includes(state) ? name : `${name}, ${state}`,
  );
  return [...(candidates ?? details.suggestions ?? [])].slice(0, MAX_CHOICES);
}

const placeOf = (requested: RequestedStop | undefined): ChatLane['route']['origin'] =>
  requested
    ? {
        name: requested.stop.name,
        kind: requested.stop.type,
        coordinates: [requested.stop.latitude, requested.stop.longitude],
      }
    : null;

/** Each value with the part of the text that says it. */
function foundIn(draft: LaneDraft, texts: readonly ChatText[]): ChatLane['found'] {
  const found: (readonly [field: string, item: Sourced | undefined])[] = [
    ['origin', draft.origin],
    ['destination', draft.destination],
    ['equipment_type', draft.equipment],
    ['pickup_date', draft.day],
    ...draft.stops.map((item) => ['stops', item] as const),
    ...draft.requirements.map((item) => ['special_requirements', item] as const),
    ['weekly_volume', draft.volume],
    ['weight_lbs', weightOf(draft)],
    ['commodity', draft.commodity],
    ['customer_reference', draft.reference],
  ];
  return found.flatMap(([field, item]) => {
    if (item === undefined) return [];
    const { start, end, source = 0 } = item;
    const text = source === 'subject' ? (texts[0]?.subject ?? '') : (texts[source]?.text ?? '');
    return [{ field, text: text.slice(start, end), start, end, ...(source === 0 ? {} : { source }) }];
  });
}
