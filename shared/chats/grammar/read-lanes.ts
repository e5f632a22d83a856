import { isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { resolveStops, resolveVia } from '../../quotes/pricing/check-request.ts';
import { MAX_STOPS } from '../../quotes/request/read-quote-request.ts';
import type { ListedTerminal } from '../../terminals/catalogue/terminal.ts';
import type { PlaceSources } from '../../terminals/resolution/resolve-place.ts';
import { createSpelling } from './correct-spelling.ts';
import { findReferences, type Sourced } from './find-facts.ts';
import { createPlaceFinder, type FoundPlace, isSamePlace } from './find-places.ts';
import {
  distinct,
  joined,
  type LaneDraft,
  MAX_LANES,
  type ReadMessage,
  readMessage,
  withFacts,
} from './join-lanes.ts';
import { LANE_NUMBERS, lanesAt, numbersIn, ORDINALS } from './name-lanes.ts';
import { type CleanText, type Message, type Span, splitMessages } from './split-messages.ts';

/** A text of a chat. */
export interface ChatText {
  readonly text: string;
  readonly subject?: string | undefined;
  /** The day on which it was written. */
  readonly day: UtcDay;
}

/** A mail that asks for a price. */
const ASKS =
  /\b(?:quot(?:e|es|ing|ation)|re-?quote|qoute|rfq|rfp|how much|ballpark|budget(?:ary)? (?:number|figure)|bid|spot (?:rate|quote)|(?:now|also) price|your (?:best )?price|price (?:check|out|this|these|it|for|of|on|me|us)|what(?:'?s| is| are| would)\b.{0,40}\b(?:rates?|prices?|costs?|charge|damage)|(?:need|want|like|looking for|send|give|get|advise|provide|have|please|pls|could|can|requesting|request|kindly|share|confirm|revise|updated?|fresh|all-?in|best)\b.{0,60}\b(?:rates?|pric(?:es?|ing)|costs?|numbers?|#)|rates? ?(?:\?|pls|please|needed|req|request|for|from|on|to)|pricing\b.{0,30}(?:\?|pls|please|needed|for))/i;
const ASKS_FOR_PRICE =
  /\b(?:please|pls|kindly|can|could|would|need|want|looking for|send|give|get|requesting|request)\b[^.;:]{0,40}\b(?:quot(?:e|es|ation)|rates?|pric(?:es?|ing)|costs?)\b(?! con(?:firmation|f?s?)?\b)|\bhow much\b|\brates?\s?\?|\brfq\b/i;
/** Mails of other kinds: about a load that moves, a payment, an offer, papers, or an absence. */
const OTHER =
  /\bwhere(?:'s| is| are)\b|\btrack(?:ing)?\b|\bwas supposed\b|\bnever showed\b|\bstatus (?:of|on|update)\b|\bproof of delivery\b|\bpods?\b(?! ?:)|\binvoices?\b|\bpast due\b|\bremit|\bpayment\b|\bstatement\b|\bclaim\b|(?<!what(?:'s| is|s) the )\bdamaged?\b|\bunsubscribe\b|\bw-?9\b|\bcertificate of insurance\b|\bcarrier packet\b|\bout of (?:the )?office\b|\bauto(?:matic)?[- ]?repl|\bon (?:vacation|leave|pto)\b|\bgate hours\b|\bwill be closed\b|\bclosed (?:on|for)\b|\bwe have (?:\d+ |a few |some |several )?(?:empty )?(?:trucks?|drivers?|capacity|equipment)\b|\btrucks? (?:available|empty)\b|\bempty in\b|\blooking for (?:loads|freight)\b|\bwhat are you paying\b|\bmc on request\b|\bour (?:leads|fleet)\b|\bthanks for (?:the|your)\b|\bthank you for (?:the|your)\b|\bjust wanted to\b|\bresume\b|\bhiring\b|\bwebinar\b|\bnewsletter\b|\bmarket update\b|\b(?:please|pls|to|can|may|now|and) (?:dispatch|proceed)\b|\bgo ahead and (?:book|ship|schedule|move)\b|\b(?:book|award) (?:it|this|that|them|the load)\b|\b(?:consider (?:it|this|that)|we(?:'re| are)|it(?:'s| is)) (?:booked|a go|a deal)\b|\bdelivery order\b|\bhas been (?:delivered|picked|dispatched|booked|rescheduled)\b|\bwas (?:delivered|picked up|rescheduled)\b|\bper diem\b.{0,40}\bbill|\brate con(?:firmation)?s?\b|\bwe(?:'ll| will)? (?:pass|decline|go with|went with)\b|\bno longer (?:need|require)|\bwent (?:perfectly|well|great|smoothly|fine)\b|\bempty (?:mon|tue|wed|thu|fri|now|today)|\bno action (?:is )?(?:required|needed)\b|\bbooking\b.{0,40}\bis confirmed\b|\brates?\b.{0,60}\b(?:increases?|decreases?|go(?:es)? up) (?:by|to|of|on)\b|\bstill valid\b|\bdisregard (?:my|our|the) (?:earlier|previous|last)\b|\b(?:booked|covered) (?:it|this|that|them) with\b/i;
/** Acceptances, unless the mail also asks: "Friday works for us. What is your price?" */
const ACCEPTS =
  /^\W*(?:\w+,? )?(?:approved|accepted|agreed|confirmed)\b|\b(?:we|i)(?:'ll)? (?:accept|take (?:it|this|that|them|your rate|the rate)|agree to)\b|\b(?:works|good) for us\b/i;
const SPAM =
  /\bwe are an? [^.]{0,40}(?:carrier|trucking company|drayage company)\b|\blove to (?:work with|haul for|earn)\b|\bunsubscribe\b|\bclick here\b|\bopt[- ]?out\b/i;
/** Words by which a message goes on with a lane of an earlier one. */
const CONTINUES =
  /\b(?:same|below|above|different|diverted|unchanged|revis\w+|re-?quote|updat\w+|chang\w+|instead|correct\w+|move (?:the|it|pickup)|again|also|make (?:it|that)|attached|forward\w*|fyi|see|this|just learned|turns out|now|add(?:ing)?|actually|previous|earlier|fresh|still)\b/i;

/** "Yes", "no to the second", "1. yes": answers in the order of their questions, or with their numbers. */
const ANSWER = new RegExp(
  `(?:(?:\\b(${ORDINALS.join('|')})|(\\d)[.):])(?: one| question)?[\\s:,-]{0,3}(?:is |a )?)?\\b(?:(yes|yep|yeah|yup|correct)|no|nope|nah)\\b(?=\\s*(?:[.,;:!\\n)-]|$|(?:to|for|on) (?:the |question |number |#)?(?:${ORDINALS.join('|')}|last|both|all|\\d)|(?:and|please|pls|it|they|thanks?)\\b))(?:,? (?:to|for|on) (?:the |question |number |#)?(?:(${ORDINALS.join('|')})|(\\d)|(both|all)))?`,
  'gi',
);

/** The facts of the questions to which a text says yes. */
function answeredIn(text: string, asked: ReadMessage['asked']): ReadMessage['asked'] {
  if (asked.length === 0) return [];
  const answers = [...text.matchAll(ANSWER)].map(([, word, digit, yes, wordAfter, digitAfter, all]) => ({
    number: Number(digit ?? digitAfter) || ORDINALS.indexOf((word ?? wordAfter ?? '').toLowerCase()) + 1,
    isAll: all !== undefined,
    isYes: yes !== undefined,
  }));
  const [only, ...others] = answers;
  return asked.filter((_, index) => {
    const isOne = others.length === 0 && only?.number === 0;
    const own = answers.find(({ number, isAll }, at) => isAll || isOne || (number || at + 1) === index + 1);
    return own?.isYes === true;
  });
}

/** Characters of the words with which a mail is forwarded. */
const MAX_COVER_NOTE = 200;

/** What the texts of a chat say. */
export interface ReadLanes {
  /** At most `MAX_LANES`. */
  readonly lanes: readonly LaneDraft[];
  /** Lanes beyond them. */
  readonly leftOut: number;
  /** A move of which the texts name one end or none that is sure. */
  readonly partial?: LaneDraft | undefined;
}
const NOTHING: ReadLanes = { lanes: [], leftOut: 0 };

/** Reads lanes from the texts of a chat, by rules only: what a text does not say stays empty. */
export function createGrammar(sources: PlaceSources, terminals: readonly ListedTerminal[]) {
  const finder = createPlaceFinder(sources, terminals);
  const respell = createSpelling(terminals, finder.isWord, sources.places);

  /** Lanes of the first text, with those of the thread below it. */
  function readFirst({ text: original, subject = '', day }: ChatText): ReadLanes {
    const clean = splitMessages(original);
    const [newest, ...older] = clean.messages;
    if (newest === undefined) return NOTHING;
    const whole = textOf(clean, newest);
    const isOther = OTHER.test(whole) || ((OTHER.test(subject) || ACCEPTS.test(whole)) && !ASKS.test(whole));
    if (SPAM.test(original) || (isOther && !ASKS_FOR_PRICE.test(whole))) return NOTHING;
    const asks = ASKS.test(whole) || ASKS.test(subject);
    let before: ReadLanes = NOTHING;
    let asked: ReadMessage['asked'] = [];
    const readNext = (message: Message, written: UtcDay): ReadMessage => {
      const read = readMessage(clean.text, message, written, finder, before.lanes, message !== newest);
      const answered = answeredIn(textOf(clean, message), asked);
      asked = read.asked;
      return {
        ...read,
        facts: joined([read.facts, ...answered]),
        general: joined([read.general, ...answered]),
      };
    };
    for (const message of older.toReversed()) {
      const read = readNext(message, message.day ?? day);
      before =
        read.lanes.length > 0
          ? { ...read, lanes: inherit(read.lanes, before.lanes) }
          : change(before, textOf(clean, message), read, 'all');
    }
    const isAnswer = older.length > 0 && whole.search(ANSWER) !== -1;
    const read = readNext(newest, day);
    if (read.lanes.length > 0) {
      // "Same box as below"
      const type = /\bsame\b|\bas (?:below|before|above)\b/i.test(whole)
        ? before.lanes[0]?.equipment
        : undefined;
      return {
        leftOut: read.leftOut,
        lanes: read.lanes.map((lane) => ({ ...lane, equipment: lane.equipment ?? type })),
      };
    }
    const hasFacts = Object.values(read.facts).some((facts) => facts.length > 0);
    if (before.lanes.length === 0 && ASKS.test(subject) && older.length === 0) {
      const ofSubject = readSubject(subject, day);
      if (ofSubject.lanes.length > 0)
        return { ...ofSubject, lanes: ofSubject.lanes.map((lane) => withFacts(lane, read.facts)) };
    }
    if (before.lanes.length === 0) {
      const other = (asks || hasFacts) && older.length === 0 ? readMisspelled(clean.text, day) : NOTHING;
      return other.lanes.length > 0 ? other : partialOf(read, ASKS_FOR_PRICE.test(whole));
    }
    const names = [...read.named, ...read.dropped, ...read.destinations, ...read.origins].length > 0;
    const isForward = /^(?:fwd?|wg|tr)\s?:/i.test(subject.trim()) && whole.length < MAX_COVER_NOTE;
    const goesOn =
      isForward ||
      asks ||
      names ||
      isAnswer ||
      LANE_NUMBERS.test(whole) ||
      (CONTINUES.test(whole) && hasFacts);
    return goesOn ? change(before, whole, read, 'named') : NOTHING;
  }

  /** The lanes of a subject that says everything: "Quote: 53' reefer Fresno CA to Denver CO". */
  function readSubject(subject: string, day: UtcDay): ReadLanes {
    const paragraph = { start: 0, end: subject.length, question: '' };
    const { lanes, leftOut } = readMessage(subject, { paragraphs: [paragraph], day: undefined }, day, finder);
    const tag = <Item extends Sourced>(item: Item): Item => ({ ...item, source: 'subject' });
    return { leftOut, lanes: lanes.map((lane) => mapItems(lane, tag)) };
  }

  /** What an answer adds to the lanes before it, or changes. */
  function readAnswer({ text: original, day }: ChatText, before: ReadLanes): ReadLanes {
    const clean = splitMessages(original);
    const [message] = clean.messages;
    if (message === undefined) return before;
    const read = readMessage(clean.text, message, day, finder, before.lanes);
    const { partial } = before;
    if (read.lanes.length > 0) {
      const lanes = partial
        ? read.lanes.map((lane) => completed(lane, partial))
        : inherit(read.lanes, before.lanes);
      const kept = before.lanes.map((lane) => lanes.find((other) => isSameLane(lane, other)) ?? lane);
      const all = [
        ...kept,
        ...lanes.filter((lane) => !before.lanes.some((other) => isSameLane(lane, other))),
      ];
      return {
        lanes: all.slice(0, MAX_LANES),
        leftOut: before.leftOut + read.leftOut + Math.max(0, all.length - MAX_LANES),
      };
    }
    if (partial && before.lanes.length === 0) {
      const ends = [...read.origins, ...read.destinations, ...read.named];
      const [place, ...more] = ends.length > 0 || partial.destination ? ends : read.drops;
      if (place === undefined || more.length > 0)
        return { ...before, partial: withFacts(partial, read.facts) };
      const facts = { ...read.facts, stops: read.facts.stops.filter((stop) => stop !== place) };
      const isOrigin = partial.destination !== undefined || (!partial.origin && read.origins.length > 0);
      const move = withFacts({ ...partial, [isOrigin ? 'origin' : 'destination']: place }, facts);
      return move.origin && move.destination ? { ...NOTHING, lanes: [move] } : { ...NOTHING, partial: move };
    }
    return change(before, textOf(clean, message), read, 'answer');
  }

  /** The lanes of a text that has none as it is spelled. */
  function readMisspelled(text: string, day: UtcDay): ReadLanes {
    const other = respell(text);
    const message = other && splitMessages(other.text).messages[0];
    if (!other || !message) return NOTHING;
    const back = <Item extends Span>(item: Item): Item => ({
      ...item,
      start: other.toOriginal(item.start),
      end: other.toOriginal(item.end),
    });
    const { lanes, leftOut } = readMessage(other.text, message, day, finder);
    return {
      leftOut,
      lanes: lanes.map((lane) => ({ ...mapItems(lane, back), assumptions: other.assumptions })),
    };
  }

  return {
    /** The lanes after the last text. Each value has the number of its text, or "subject". */
    read(texts: readonly ChatText[]): ReadLanes {
      let read: ReadLanes = NOTHING;
      for (const [index, text] of texts.entries()) {
        const next = index === 0 ? readFirst(text) : readAnswer(text, read);
        const tag = <Item extends Sourced>(item: Item): Item =>
          item.source === undefined ? { ...item, source: index } : item;
        read = {
          ...next,
          lanes: next.lanes.map((lane) => mapItems(lane, tag)),
          partial: next.partial && mapItems(next.partial, tag),
        };
        if (index === 0 && text.subject !== undefined) read = withSubject(read, text.subject);
      }
      finder.forget();
      return read;
    },
    finder,
    resolve: (lane: LaneDraft) => resolveLane(sources, lane),
  };
}

const textOf = ({ text }: CleanText, { paragraphs }: Message): string =>
  paragraphs.map(({ start, end }) => text.slice(start, end)).join('\n');

/** A lane with each of its values replaced. */
function mapItems(lane: LaneDraft, map: <Item extends Sourced>(item: Item) => Item): LaneDraft {
  const mapped = Object.entries(lane).map(([field, of]) => {
    if (field === 'assumptions') return [field, of];
    return [field, Array.isArray(of) ? of.map(map) : of && map(of)];
  });
  return Object.fromEntries(mapped) as LaneDraft;
}

/** Lanes without a reference have that of the subject. */
function withSubject(read: ReadLanes, subject: string): ReadLanes {
  const [reference] = findReferences(subject, { start: 0, end: subject.length });
  const named = reference && { ...reference, source: 'subject' as const };
  return { ...read, lanes: read.lanes.map((lane) => ({ ...lane, reference: lane.reference ?? named })) };
}

/**
 * A move whose ends are to be asked for. A mail that asks for a price and names one place with its role has one end; one
 * that names other places or an equipment has none.
 */
function partialOf(read: ReadMessage, asks: boolean): ReadLanes {
  const [place, ...more] = [...read.origins, ...read.destinations];
  const hasPlace = place !== undefined || read.named.length + read.drops.length > 0;
  const hasEquipment = read.facts.equipment.length > 0;
  if (asks ? !hasPlace && !hasEquipment : !hasPlace || !hasEquipment) return NOTHING;
  const isOne = asks && more.length === 0;
  const end = isOne ? { origin: read.origins[0], destination: read.destinations[0] } : {};
  return { ...NOTHING, partial: withFacts({ ...end, weights: [], requirements: [], stops: [] }, read.facts) };
}

/** Lanes that repeat earlier ones keep what these said. */
function inherit(lanes: readonly LaneDraft[], before: readonly LaneDraft[]): readonly LaneDraft[] {
  return lanes.map((lane) => {
    const same = before.find((other) => isSameLane(lane, other));
    return same === undefined ? lane : completed(lane, same);
  });
}

/** A lane with what an earlier reading of it said. */
const completed = (lane: LaneDraft, before: LaneDraft): LaneDraft => ({
  ...before,
  ...lane,
  equipment: lane.equipment ?? before.equipment,
  day: lane.day ?? before.day,
  volume: lane.volume ?? before.volume,
  weights: [...lane.weights, ...before.weights],
  commodity: lane.commodity ?? before.commodity,
  stops: lane.stops.length > 0 ? lane.stops : before.stops,
  reference: lane.reference ?? before.reference,
  requirements: distinct([...before.requirements, ...lane.requirements]),
});

const isSameLane = (one: LaneDraft, other: LaneDraft): boolean =>
  isSamePlace(one.origin, other.origin) && isSamePlace(one.destination, other.destination);

const REVERSES =
  /\bother (?:way|direction)\b|\breverse\b|\bopposite (?:way|direction)\b|\bway (?:around|back)\b/i;
/** Another place takes the place of the one before, so that everything else stays. */
const REPLACES =
  /\b(?:rest|everything else|otherwise|all else)\b|\bdifferent\b|\bdiverted\b|\bchanged?\b|\brather than\b|\binstead\b|\bin (?:its|their) (?:place|stead)\b|\bnow\b|\bsame delivery\b/i;

/**
 * The lanes with what a message without a whole lane changes.
 * @param which "named": a message that names some lanes asks for these only; "answer": the others stay as they are.
 */
function change(
  before: ReadLanes,
  whole: string,
  read: ReadMessage,
  which: 'all' | 'named' | 'answer',
): ReadLanes {
  const { origins, destinations, dropped, named, replaced } = read;
  const places = [...named, ...destinations, ...origins];
  const at = (lanes: readonly LaneDraft[], some: readonly FoundPlace[]) =>
    new Set(some.flatMap((place) => lanesAt(lanes, place)));
  const isNew = (place: FoundPlace) => lanesAt(before.lanes, place).length === 0;
  const isWritten = ({ text }: FoundPlace) =>
    before.lanes.some(({ origin, destination }) => origin?.text === text || destination?.text === text);
  const fresh = places.filter(isNew);
  // "Hold Augusta. Instead we have Columbus."
  const isTraded = fresh.length === 1 && dropped.length > replaced.length && REPLACES.test(whole);
  const wrong = isTraded ? [...replaced, ...dropped] : replaced;
  // A ZIP code that corrects another one can be near the other end.
  const [other, ...more] =
    fresh.length > 0 || replaced.length === 0 ? fresh : places.filter((place) => !isWritten(place));
  // "Fontana, not Ontario" names another place; "Kent, WA" tells which Kent.
  const replacedAt = at(before.lanes, wrong);
  const swap = (place: FoundPlace | undefined, lane: number): FoundPlace | undefined => {
    if (other && more.length === 0 && replacedAt.has(lane) && wrong.some((one) => isSamePlace(one, place)))
      return other;
    return place?.kind === 'bare'
      ? (places.find((exact) => exact.kind !== 'bare' && isSamePlace(exact, place)) ?? place)
      : place;
  };
  const isReplaced = other !== undefined && more.length === 0 && wrong.length > 0;
  const out = at(before.lanes, isReplaced ? [] : dropped);
  const swapped = before.lanes.map((lane, index) => ({
    ...lane,
    origin: swap(lane.origin, index),
    destination: swap(lane.destination, index),
  }));
  const isSwapped = swapped.some(
    (lane) => other !== undefined && (lane.origin === other || lane.destination === other),
  );
  const turned = REVERSES.test(whole)
    ? swapped.map((lane) => ({ ...lane, origin: lane.destination, destination: lane.origin }))
    : swapped;
  const numbers = numbersIn(LANE_NUMBERS.exec(whole)?.[1] ?? '');
  const isNumbered = numbers.some((number) => number <= turned.length);
  const about = at(turned, named);
  const isMeant = (index: number): boolean => {
    if (which === 'answer') return true;
    if (isNumbered) return numbers.includes(index + 1);
    return which === 'all' || dropped.length > replaced.length || about.size === 0 || about.has(index);
  };
  const newDestinations = isSwapped ? [] : destinations.filter(isNew);
  const newOrigins = isSwapped ? [] : origins.filter(isNew);
  const told = turned.flatMap((lane, index) => {
    if (out.has(index) || !isMeant(index)) return [];
    const own = read.ofLanes.get(index);
    const all = withFacts(lane, read.general);
    return [own ? withFacts(all, own) : all];
  });
  const kept = turned.filter((_, index) => !out.has(index));
  const [first] = kept;
  if (first === undefined || newDestinations.length + newOrigins.length === 0)
    return { ...before, lanes: told };
  const isInstead = REPLACES.test(whole);
  const move = isInstead ? first : { ...first, day: undefined, volume: undefined };
  const moved =
    newDestinations.length > 0
      ? newDestinations.flatMap((destination) =>
          (newOrigins.length > 0 ? newOrigins : [first.origin]).map((origin) =>
            withFacts({ ...move, origin, destination }, read.facts),
          ),
        )
      : newOrigins.map((origin) => withFacts({ ...move, origin }, read.facts));
  return {
    ...before,
    lanes: (which === 'answer' && !isInstead ? [...kept, ...moved] : moved).slice(0, MAX_LANES),
  };
}

/** The stops of a lane as quotes resolve them, of several terminals with a name the one nearest to the other end. */
function resolveLane(sources: PlaceSources, { origin, destination, equipment, stops }: LaneDraft) {
  const nearest = (place: FoundPlace | undefined, other: FoundPlace | undefined): string | undefined => {
    if (place === undefined) return undefined;
    if (place.kind !== 'terminal' || place.points.length < 2 || other === undefined) return place.text;
    const miles = (point: FoundPlace['points'][number]) =>
      Math.min(...other.points.map((next) => greatCircleMiles(point, next)));
    const best = place.points.toSorted((one, next) => miles(one) - miles(next))[0];
    return best !== undefined && miles(best) < 400 ? best.name : place.text;
  };
  const texts = { origin: nearest(origin, destination), destination: nearest(destination, origin) };
  const ofContainer = equipment === undefined || !isRoadEquipment(equipment.value);
  return {
    texts,
    ...resolveStops(sources, texts, ofContainer),
    stops: stops.slice(0, MAX_STOPS).map(({ text }) => ({ text, ...resolveVia(sources, [text]) })),
  };
}
