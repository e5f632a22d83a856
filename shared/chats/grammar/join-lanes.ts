import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { UtcDay } from '../../platform/time/utc-calendar.ts';
import { type FoundWeight, findCommodities, findWeights } from './find-cargo.ts';
import { CORRECTS, type FoundDay, findDays } from './find-dates.ts';
import {
  type Found,
  type FoundRequirement,
  findEquipment,
  findReferences,
  findRequirements,
  findVolumes,
} from './find-facts.ts';
import type { FoundPlace, PlaceFinder } from './find-places.ts';
import { type CellFacts, findTables, type TableRow } from './find-tables.ts';
import { EXCEPT, type LaneEnds, lanesNamedFor, namesIn } from './name-lanes.ts';
import { linesOf, type Message, type Span } from './split-messages.ts';

/** Lanes that are read of a text. */
export const MAX_LANES = 50;

/** What a text says of a lane. Each value has the part of the text that says it. */
export interface LaneDraft {
  readonly origin?: FoundPlace | undefined;
  readonly destination?: FoundPlace | undefined;
  readonly equipment?: Found<EquipmentType> | undefined;
  readonly day?: FoundDay | undefined;
  readonly volume?: Found<number> | undefined;
  /** Also those that were left out. The first with a value is that of the load. */
  readonly weights: readonly FoundWeight[];
  readonly commodity?: Found<string> | undefined;
  /** Places between the ends. */
  readonly stops: readonly FoundPlace[];
  readonly requirements: readonly FoundRequirement[];
  readonly reference?: Found<string> | undefined;
  /** How words were read that are spelled in another way, as sentences. */
  readonly assumptions?: readonly string[] | undefined;
}

export type Role = 'origin' | 'destination' | 'drop' | 'stop' | 'ignored' | undefined;

/** Facts of a sentence, with the places at which a move stops. */
type Facts = CellFacts & { readonly stops: readonly FoundPlace[] };

/** A sentence, a line of a list or a row of a table. */
interface Unit extends Span {
  readonly paragraph: number;
  readonly isLine: boolean;
  readonly row?: TableRow;
  /** What its first place is, by the quoted question before it. */
  readonly asked?: Role;
}

/** Lanes between the same places, with what stands next to them. */
interface Group {
  readonly unit: number;
  readonly origins: readonly FoundPlace[];
  readonly destinations: readonly FoundPlace[];
  readonly span: Span;
}

export interface ReadMessage {
  /** At most `MAX_LANES`. */
  readonly lanes: readonly LaneDraft[];
  /** Lanes beyond them. */
  readonly leftOut: number;
  /** Places without their other end: of a message that changes a lane of another one. */
  readonly origins: readonly FoundPlace[];
  readonly destinations: readonly FoundPlace[];
  /** Drops: stops, or the destination of a move that has none. */
  readonly drops: readonly FoundPlace[];
  /** Places of sentences that cancel, and places that only tell which lane is meant. */
  readonly dropped: readonly FoundPlace[];
  readonly named: readonly FoundPlace[];
  /** Places instead of which another one is named. */
  readonly replaced: readonly FoundPlace[];
  /** Facts of questions, for the message that answers them. */
  readonly asked: readonly Facts[];
  /** All facts. */
  readonly facts: Facts;
  /** Facts of sentences that name no lane. */
  readonly general: Facts;
  /** Facts of sentences that name some lanes, by the position of the lane. */
  readonly ofLanes: ReadonlyMap<number, Facts>;
}

const AT = '(?: (?:at|in|from|@))?';
/** The words before a place, at their end. */
const IGNORED_BEFORE =
  /(?:\b(?:instead of|rather than|not(?: to| from)?|no longer(?: to| from)?|other than|except(?: for)?|vs\.?|unlike|near|close to|outside|based (?:out of|in)|office in|located in|hq in|cross(?:ing)? at|via|compete with|sail(?:s|ing)?\b.{0,20}(?:from|to|for)|trans(?:load|ship)\w* (?:at|in)|your (?:yard|office|terminal) in|like)|\bempt(?:y|ies)\b.{0,40}(?:to|at|in|from|of|@|goes back to|back to)|\b(?:goes|go|going|comes?|coming|bring|taken?|return(?:s|ed)?|term(?:s|inate)?)\b.{0,15}\bback (?:to|at)|\breturns? (?:the )?(?:empt(?:y|ies)|container|box|mt)s?\b.{0,20}(?:to|at)|\bmts?\b.{0,12}(?:to|at|from)|\b(?:already|previously|last (?:week|month|year))\b.{0,40}(?:to|from))\s*(?:the )?$/i;
const STOP_BEFORE =
  /\b(?:stop(?:s|ping|ping off)?(?: ?-?off| ?over)?s?(?: ?#?\d)?(?: (?:at|in)|\s?:)|(?:extra|additional|second|partial) drop (?:at|in))\s*(?:the )?$/i;
/** A stop on the way to another destination, or the destination. */
const DROP_BEFORE =
  /\b(?:(?:an?|one|1) drop (?:at|in)|drop(?:s|ping)? (?:\d{1,3}|half|part|some)(?: [\w-]{1,15}){0,3} (?:off )?(?:at|in))\s*(?:the )?$/i;
/** "Do not stop in", "without a stop at" */
const NO_STOP_BEFORE = /(?:\b(?:not?|never|without|cannot|avoid)|n't)(?: \w+){0,2} $/i;
const DESTINATION_BEFORE = new RegExp(
  `(?:\\b(?:to|into|unto|(?<!(?:lane|leg|option|load|move|row|item|line|no\\.?) ?#?)2(?!\\d| ?[:.)])|deliver(?:ed|ing|y|ies|s)?(?: (?:it|them|is|will be|point|address|location|ramp|city))?${AT}(?: to)?|dest(?:ination)?(?: (?:ramp|city|port|terminal|is))?|dlvy?|dlvd?|dly|dely|del|drop(?:ped|s)?(?: ?off)?${AT}|ends?(?: up)?${AT}|consignee(?: \\()?|cnee|(?:place|point)s? of (?:delivery|destination|unloading)|receiver|(?:warehouse|door|dc|facility|plant) (?:is|will be|would be)(?: in)?|door|final(?: dest(?:ination)?)?|going|headed|bound for|for delivery${AT}|unload(?:ing|s|ed)?${AT}|ship to|pod|return(?:s|ed|ing)?(?: (?:loaded|full|it|them))?(?: to| at)|in-?gat(?:e|ed|ing)(?: loaded| full| it)?${AT}|terminate${AT}|goes${AT})|->|=>|>|\\bto:)\\s*[:=]?\\s*(?:the |our |a |your |either |both |\\w+ (?:warehouse|dc|facility|plant|customer|consignee) in |\\d{1,6} [\\w.' ]{3,40}, ?|(?:(?:our |the )?(?:warehouse|dc|facility|plant) (?:at|in) \\d{1,6} [\\w.' ]{3,40}, ?)|(?:warehouse|dc|customer|door|facility|plant|residence|ramp|port|consignee|home|store|site|address)(?: in| at| of)? |private residence in |[a-z' ]{0,24} (?:in|at) )?$`,
  'i',
);
const ORIGIN_BEFORE = new RegExp(
  `(?:\\b(?:from|ex|out of|off(?: of)?|origin(?: (?:ramp|city|port|terminal|is))?|po[lr]|pick(?:ing|ed)?[- ]?up(?:s| (?:location|point|address|ramp|terminal))?(?: \\w+){0,4}?${AT}|pickups?${AT}|picks? (?:at|in|from)|p\\/?u${AT}|pull(?:ing|ed)?(?: \\w+){0,4}?${AT}(?: from)?|shipper|ship from|collect(?:ion|ing)?(?: (?:point|location|address|terminal|port|ramp))?${AT}|points? of (?:collection|pick-?up|origin|loading)|place of (?:receipt|collection|pick-?up)|(?<!(?:gate|gated|gating|return|returns|returned|returning) )load(?:s|ed|ing)?(?: \\w+){0,2} (?:at|in|from)|loading|starts?(?: in| at)|between|grab(?:bing)?(?: \\w+){0,3} (?:at|from)|sitting (?:at|in)|(?:containers?|cntrs?|box(?:es)?|freight|cargo|units?|cans?|loads?)(?: is| are)? (?:at|in)|arriv\\w+(?: \\w+){0,3} (?:at|in)|discharg\\w+(?: \\w+){0,3} (?:at|in)|comes? off(?: at)?|(?:port|ramp|terminal)(?= ?:)|(?:port|ramp|terminal) (?:is|will be|would be)|port of (?:loading|discharge|entry)|available (?:at|in)|is (?:at|in)))\\s*[:=]?\\s*(?:the |our |a |either |both |[a-z' ]{0,20} (?:in|at) )?$`,
  'i',
);
/** "Comes in through the port of": where a ship or train arrives, a truck starts. */
const ARRIVES_BEFORE =
  /\b(?:(?:com(?:es?|ing)|came|arriv\w+|land\w*|bring(?:s|ing)?|brought|import\w*|enter\w*|ship(?:s|ped|ping)?|rout(?:e|ed|ing)|discharg\w*|rail(?:s|ed)?)\b(?: [\w'-]+){0,4} (?:through|thru|via|over)|(?:by (?:rail|train|ship|vessel|boat|sea)|arriv\w+|land(?:s|ed|ing)?|discharg\w+|dock(?:s|ed|ing)?)(?: in)? (?:in|at|into|to))\s*(?:the )?(?:port of )?$/i;
/** "A 40HC for Macon, coming off ..." */
const FOR_BEFORE = /\bfor (?:our \w+ in |the )?$/i;
const COMES_AFTER =
  /^,?\s(?:(?:which|that) )?(?:(?:is |are )?(?:com(?:es?|ing)|arriv\w+|land\w*|discharg\w+)\b|off\b|out of\b|ex\b)/i;
/** "Back empty": only loaded legs are lanes. */
const EMPTY_AFTER =
  /^,? (?:(?:back|coming back|returning|return|running|goes) )?(?:empt(?:y|ies)|mty|deadhead|bobtail)\b/i;
/** Words after a place that tell its role. */
const ORIGIN_AFTER =
  /^\s?(?:is the (?:origin|pickup)|\(?(?:origin|pickup|p\/u)\)?\b|gins? to\b|as (?:the )?origin)/i;
const ARROW = /(?:->|=>|>|\s-+\s|-{1,2}|\/|\bto|\btill|\s\|\s|\u2192|~)\s*$/i;
const LINK = /^(?: ports?| ramp| terminal)?\s?(?:->|=>|>|-+|\/|to)\s?(?:the )?$/i;
const LIST =
  /^\s*(?:,|and|&|or|\/|\+|, ?and|, ?or|as well as|also|plus|,? and also|and from|and to|or from|or to|then)\s*(?:also |the |from |to |one to |one from )?$/i;

const DOOR =
  /^[\s>*-]*(?:door|place of delivery|final dest\w*|deliver(?:y)?(?: to| address)?|consignee|warehouse)\s*:/im;

function roleOf(text: string, unit: Span, place: FoundPlace, previousEnd: number): Role {
  const before = text
    .slice(Math.max(unit.start, previousEnd, place.start - 60), place.start)
    .replace(/\s+/g, ' ');
  const stop = STOP_BEFORE.exec(before);
  if (stop) return NO_STOP_BEFORE.test(before.slice(0, stop.index)) ? 'ignored' : 'stop';
  if (DROP_BEFORE.test(before)) return 'drop';
  if (EMPTY_AFTER.test(text.slice(place.end, place.end + 24))) return 'ignored';
  if (place.kind === 'terminal' || place.kind === 'port' || /\bport of $/i.test(before)) {
    if (ARRIVES_BEFORE.test(before)) return 'origin';
  } else if (FOR_BEFORE.test(before) && COMES_AFTER.test(text.slice(place.end, place.end + 30)))
    return 'destination';
  if (IGNORED_BEFORE.test(before)) return 'ignored';
  // "Ramp to door:" is the kind of the move.
  if (/\b(?:ramp|port|door|cy)[ -](?:to|2)[ -](?:door|ramp|port|cy)\s*:?\s*$/i.test(before)) return undefined;
  if (ORIGIN_AFTER.test(text.slice(place.end, place.end + 20))) return 'origin';
  // A forwarder's import: the port of discharge is where the truck starts.
  if (/\bpod\s*:\s*$/i.test(before) && DOOR.test(text)) return 'origin';
  // An exporter's place of receipt is where the truck starts, and the port of loading where it ends.
  if (/\bpol\s*:\s*$/i.test(before) && /\bpor\s*:/i.test(text)) return 'destination';
  const isDestination = DESTINATION_BEFORE.exec(before);
  const isOrigin = ORIGIN_BEFORE.exec(before);
  // The cue that begins last is nearest to the place.
  if (isDestination && isOrigin) return isDestination.index > isOrigin.index ? 'destination' : 'origin';
  if (isDestination) return 'destination';
  return isOrigin ? 'origin' : undefined;
}

/** Places that wait for their other end, in the order of the text. */
interface Context {
  origins: readonly FoundPlace[];
  destinations: readonly FoundPlace[];
  /** Whether no lane begins at the origins yet. */
  isOpen: boolean;
  /** Stops of the unit. */
  stops: FoundPlace[];
}

const NO_CONTEXT = { origins: [], destinations: [], isOpen: false };

/** Joins the places of a unit to groups of lanes. What stays without its other end is left in the context. */
function groupsOfUnit(
  text: string,
  unit: Unit,
  index: number,
  places: readonly FoundPlace[],
  context: Context,
): readonly Group[] {
  const groups: Group[] = [];
  let origins: FoundPlace[] = [];
  let destinations: FoundPlace[] = [];
  let pending: FoundPlace[] = [];
  let first: Role;
  let lastRole: Role;
  let previous: FoundPlace | undefined;
  const emit = () => {
    if (origins.length > 0 && destinations.length > 0) {
      const all = [...origins, ...destinations];
      const span = {
        start: Math.min(...all.map(({ start }) => start)),
        end: Math.max(...all.map(({ end }) => end)),
      };
      groups.push({ unit: index, origins, destinations, span });
      context.origins = origins;
      context.destinations = [];
      context.isOpen = false;
    }
    [origins, destinations, pending, first] = [[], [], [], undefined];
  };
  // "Acme Paper, Augusta, GA": the name of a company before its place.
  const meant = places.filter((place, position) => {
    const next = places[position + 1];
    // "To Jackson, sorry, to Hattiesburg"
    if (next && CORRECTS.test(text.slice(place.end, next.start))) return false;
    return !(
      place.kind === 'bare' &&
      next?.kind === 'full' &&
      /^[\w .&']{0,25},\s?$/.test(text.slice(place.end, next.start)) &&
      /:\s*$/.test(text.slice(unit.start, place.start))
    );
  });
  for (const [position, place] of meant.entries()) {
    const gap = previous ? text.slice(previous.end, place.start) : '';
    let role =
      roleOf(text, unit, place, previous?.end ?? 0) ?? (previous === undefined ? unit.asked : undefined);
    const wrong = places[places.indexOf(place) - 1];
    if (wrong && !meant.includes(wrong)) role ??= roleOf(text, unit, wrong, previous?.end ?? 0);
    const isList =
      previous !== undefined && LIST.test(gap) && !(gap.trim() === '/' && destinations.length === 0);
    // "A to B, C to D": C begins a lane.
    const following = meant[position + 1];
    const begins = following !== undefined && LINK.test(text.slice(place.end, following.start));
    if (role === undefined && isList && !(begins && lastRole === 'destination')) role = lastRole;
    // The port at which an exporter loads the ship is the end of the move.
    if (
      role === 'origin' &&
      context.origins.length > 0 &&
      /\b(?:pol|port of loading|load(?:ing)? port)\W*$/i.test(text.slice(unit.start, place.start))
    )
      role = 'destination';
    if (role === 'drop') {
      const isLast = meant
        .slice(position + 1)
        .every((other, at) => roleOf(text, unit, other, meant[position + at]?.end ?? 0) === 'origin');
      const hasOrigin =
        origins.length + pending.length === 1 ||
        (pending.length === 0 && (context.isOpen || following !== undefined));
      role = isLast && hasOrigin && destinations.length === 0 ? 'destination' : 'stop';
    }
    if (role === 'ignored' || role === 'stop') {
      if (role === 'stop') context.stops.push(place);
      [previous, lastRole] = [place, role];
      continue;
    }
    const isComplete = origins.length > 0 && destinations.length > 0;
    if (role === 'destination' && begins && isList && isComplete) role = undefined;
    const isArrow = previous !== undefined && ARROW.test(gap) && gap.length < 60;
    if (role === undefined && isArrow && (origins.length > 0 || pending.length > 0) && !isComplete)
      role = 'destination';
    if (role === undefined) {
      if (isComplete) emit();
      pending.push(place);
    } else if (role === 'origin') {
      if (isComplete && first === 'origin' && !(isList && lastRole === 'origin')) emit();
      origins.push(place);
      first ??= 'origin';
    } else {
      // "A to B to C" and "A to B, B to C" begin a lane at the place before.
      if (isComplete && first === 'destination' && lastRole === 'origin') emit();
      if (origins.length === 0 && pending.length > 0 && destinations.length === 0) {
        origins = pending.filter((other) => other !== place);
        first = 'origin';
      }
      pending = [];
      destinations.push(place);
      first ??= 'destination';
    }
    [previous, lastRole] = [place, role];
  }
  const [one, second, ...more] = [...origins, ...pending];
  const isPair = destinations.length === 0 && pending.length > 0 && more.length === 0;
  if (isPair && one && second && isTerse(text, unit, one, second))
    [origins, destinations] = [[one], [second]];
  if (
    origins.length === 0 &&
    destinations.length === 0 &&
    pending.length > 0 &&
    unit.isLine &&
    (startsLine(text, unit, pending[0]) ||
      (pending.length === 1 && BULLET.test(text.slice(unit.start, unit.end))))
  ) {
    if (context.origins.length > 0) destinations = pending;
    else if (context.destinations.length > 0) origins = pending;
  }
  if (origins.length === 0 && destinations.length > 0 && context.origins.length > 0)
    origins = [...context.origins];
  else if (destinations.length === 0 && origins.length > 0 && context.destinations.length > 0) {
    const waiting = [...context.destinations];
    destinations = waiting;
    emit();
    // One destination for several pickups, line by line.
    context.destinations = waiting;
    context.origins = [];
    return groups;
  }
  if (origins.length > 0 && destinations.length > 0) emit();
  else if (origins.length > 0) [context.origins, context.destinations, context.isOpen] = [origins, [], true];
  else if (destinations.length > 0)
    [context.origins, context.destinations, context.isOpen] = [[], destinations, false];
  return groups;
}

/** Two places of a short line, separated by a comma or blanks, without words between them. */
const isTerse = (text: string, unit: Unit, one: FoundPlace, other: FoundPlace): boolean =>
  unit.row !== undefined ||
  (unit.end - unit.start < 100 &&
    /^[\s,;|:]{1,6}(?:\d{1,2} ?x ?)?(?:(?:20|40|45|53)\S{0,4})?[\s,;|:]{0,4}$/.test(
      text.slice(one.end, other.start),
    ) &&
    one.kind !== 'bare');

const startsLine = (text: string, unit: Span, place: FoundPlace | undefined): boolean =>
  place !== undefined &&
  /^[\s>*\u2022\d.)(#:-]*(?:(?:from|ex|to)\s+)?$/i.test(text.slice(unit.start, place.start));

const BULLET =
  /^\s*(?:[-*\u2022\u00b7+]|o(?=\s)|\(?\d{1,2}[.):]|[a-z]\)|(?:lane|leg|option|load|move) ?#?\d{0,2}\s?[:.)-])\s*/i;
/** A line below a list that is about all of it. */
const OF_THE_LIST = /^\s*(?:with|w\/|all|each|both|everything|please|pls|plus|incl\w*)\b/i;
const LABEL = /^\s*(?:[-*\u2022]\s*)?[A-Za-z][A-Za-z /#&.()-]{0,28}:(?:\s|$)/;
const ABBREVIATION =
  /\b(?:st|ft|mt|pt|no|approx|incl|ref|inc|co|attn|vs|min|max|est|wt|lbs|qty|eq|equip|dest|orig|u\.s|a\.m|p\.m|[a-z])$/i;
const SENTENCE_END = /(?<![.?!])[.?!]+(?=[)"']?\s+[^a-z\s]|\s*$)/g;

/** The sentences, lines and rows of a message. */
function unitsOf(text: string, message: Message, finder: PlaceFinder): readonly Unit[] {
  const tables = findTables(text, message.paragraphs);
  return message.paragraphs.flatMap(({ start, end, question }, paragraph): readonly Unit[] => {
    const rows = tables.get(start);
    if (rows !== undefined)
      return rows.map((row) => ({ start: row.start, end: row.end, paragraph, isLine: true, row }));
    const lines = linesOf(text, { start, end });
    const starts = lines.map((line) => {
      const written = text.slice(line.start, line.end);
      return BULLET.test(written) || LABEL.test(written) || (lines.length > 1 && hasLane(text, line, finder));
    });
    const isPlaces =
      lines.length > 1 &&
      lines.every(
        (line) => line.end - line.start < 60 && startsLine(text, line, finder.findPlaces(text, line)[0]),
      );
    const isList =
      isPlaces || starts.filter((is) => is).length > 1 || (lines.length === 1 && starts[0] === true);
    if (!isList)
      return sentencesOf(text, { start, end }).map((span, position) => ({
        ...span,
        paragraph,
        isLine: false,
        ...(position === 0 ? { asked: askedFor(question) } : {}),
      }));
    const units: { start: number; end: number }[] = [];
    for (const [position, line] of lines.entries()) {
      const last = units.at(-1);
      // A line that begins nothing goes on with the one before it, unless it ended.
      if (
        isPlaces ||
        starts[position] ||
        last === undefined ||
        /[.:?!]\s*$/.test(text.slice(last.start, last.end)) ||
        OF_THE_LIST.test(text.slice(line.start, line.end)) ||
        !/^\s*[a-z(,]/.test(text.slice(line.start, line.end))
      )
        units.push({ ...line });
      else last.end = line.end;
    }
    return units.map((span) => ({ ...span, paragraph, isLine: true }));
  });
}

/** The end of a lane that a question asks for. */
export function askedFor(question: string): Role {
  if (/\b(?:destination|going|deliver\w*|consignee|drop|where to|end up)\b/i.test(question))
    return 'destination';
  return /\b(?:origin|terminal|pick(?:ing)?[- ]?up (?:from|at)|coming from|where from|which port|which ramp|port|ramp)\b/i.test(
    question,
  )
    ? 'origin'
    : undefined;
}

/** Whether a line has both ends of a lane. */
function hasLane(text: string, line: Span, finder: PlaceFinder): boolean {
  const places = finder.findPlaces(text, line);
  const unit: Unit = { ...line, paragraph: 0, isLine: true };
  return groupsOfUnit(text, unit, 0, places, { ...NO_CONTEXT, stops: [] }).length > 0;
}

/** "9. December" */
const MONTH_NEXT = /^ (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

function sentencesOf(text: string, { start, end }: Span): readonly Span[] {
  const spans: Span[] = [];
  let from = start;
  for (const match of text.slice(start, end).matchAll(SENTENCE_END)) {
    const to = start + match.index + match[0].length;
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(from, to - 8), to - 1))) continue;
    if (/\d\.$/.test(text.slice(from, to)) && MONTH_NEXT.test(text.slice(to, to + 12))) continue;
    spans.push({ start: from, end: to });
    from = to;
  }
  if (text.slice(from, end).trim() !== '') spans.push({ start: from, end });
  return spans;
}

const NOT_BEFORE =
  /\b(?:not|instead of|rather than|no longer|was|were|other than|except)(?: (?:a|an|the|on|for))?\s*$/i;
const isMeant =
  (text: string) =>
  ({ start }: Span): boolean =>
    !NOT_BEFORE.test(text.slice(Math.max(0, start - 24), start));

function factsOf(text: string, span: Span, today: UtcDay): Facts {
  const isOwn = isMeant(text);
  return {
    equipment: findEquipment(text, span).filter(isOwn),
    days: findDays(text, span, today).filter(isOwn),
    volumes: findVolumes(text, span),
    weights: findWeights(text, span).filter(isOwn),
    commodities: findCommodities(text, span).filter(isOwn),
    requirements: findRequirements(text, span),
    references: findReferences(text, span),
    stops: [],
  };
}

const withLength = (facts: Facts, row: TableRow | undefined): Facts =>
  row?.equipment ? { ...facts, equipment: [row.equipment] } : facts;

const CANCELLED =
  /\bcancel(?:l?ed|s)?\b|[(,;|\t-]\s*(?:awarded|skip(?:ped)?|ignore|withdrawn|removed|dropped|closed|lost|dead|no bid)\s*(?:[),;|\t-]|$)|\bdo(?: not|n't) (?:quote|price|include|need)\b|\bdisregard\b|\bskip (?:this|that|it)\b|\bno longer needed\b|\bon hold\b|\bnot needed anymore\b|\balready (?:booked|covered|awarded|have (?:a |it)?(?:rate|covered))\b|\bignore (?:this|that) (?:lane|one|row)\b|\bno (?:quote|rate|price) (?:is )?(?:needed|required)\b|\bdon't (?:worry|bother) about (?:this|that)\b/i;

/** Words that take a lane back. */
const DROPS =
  /\b(?:scratch|drop|cancel|remove|forget|withdraw|skip|without|leave out|take out|take off|delete|strike|hold|park|pause|shelve|kill|pull|not)\s+(?:the |that |lane |our )?$/i;

const DROPPED_AFTER =
  /^(?: (?:lane|one|move|leg|load))?(?: (?:is|are|was|has been|can be|got) (?:now )?(?:on hold|off|out|dead|gone|cancel\w*|dropped|not needed|no longer)\b| (?:fell through|went (?:quiet|away)|dropped out)\b)/i;

/** A question about a load, whose words say nothing until it is answered. */
const QUESTION =
  /(?:^|[:,] )[\s>*(\d.)-]*(?:(?:and|also|or|so) )?(?:(?:is|are|was|does|will|has|have) (?:it|this|that|they|these|the|there|any|your|a)|do you (?:need|want|require|have)|would (?:you (?:need|want|like)|it|that|a|the)|(?:should|shall) (?:we|i|it))\b[^?]*\?\s*$/i;

/** Facts of each kind. */
const KINDS = 'equipment days volumes weights commodities requirements references stops'.split(' ');
const factsBy = (of: <Kind extends keyof Facts>(kind: Kind) => Facts[Kind]): Facts =>
  Object.fromEntries(KINDS.map((kind) => [kind, of(kind as keyof Facts)])) as unknown as Facts;
const NO_FACTS = factsBy(() => []);

const LABELED_END =
  /^(\s*(?:[-*\u2022]\s*)?(?:from|to|origin|destination|pick-? ?up|deliver(?:y|ed)?|shipper|consignee)(?: (?:location|point|place|terminal|city|to|from))?\s?:\s*)(\S.{1,60}?)\s*$/i;

/** "From: Larch DC" below an earlier lane: an end that is asked for, so that the lane does not begin where the earlier one does. */
function unreadEnd(text: string, { start, end, isLine }: Unit): readonly FoundPlace[] {
  const [, label = '', name] = (isLine && LABELED_END.exec(text.slice(start, end))) || [];
  if (name === undefined) return [];
  const from = start + label.length;
  return [{ start: from, end: from + name.length, kind: 'bare', text: name, points: [] }];
}

/** Reads the lanes of one message. @param earlier lanes that it can name, if it has none @param isAnswered whether a later message answers it */
export function readMessage(
  text: string,
  message: Message,
  today: UtcDay,
  finder: PlaceFinder,
  earlier: readonly LaneEnds[] = [],
  isAnswered = false,
): ReadMessage {
  const units = unitsOf(text, message, finder);
  const context: Context = { ...NO_CONTEXT, stops: [] };
  const groups: Group[] = [];
  const [dropped, named, replaced]: [FoundPlace[], FoundPlace[], FoundPlace[]] = [[], [], []];
  const naming: FoundPlace[] = [];
  const [origins, destinations, drops]: [FoundPlace[], FoundPlace[], FoundPlace[]] = [[], [], []];
  const facts = units.map((unit) =>
    /[a-z\d]/i.test(text.slice(unit.start, unit.end))
      ? unit.row?.facts
        ? { ...NO_FACTS, ...unit.row.facts(today) }
        : withLength(factsOf(text, unit, today), unit.row)
      : NO_FACTS,
  );
  let paragraph = -1;
  let rowBefore: { origin?: FoundPlace | undefined; destination?: FoundPlace | undefined } = {};
  const isMatrix = matrixOf(text, units, finder);
  for (const [index, unit] of units.entries()) {
    const matrix = isMatrix.get(index);
    if (matrix !== undefined) {
      if (matrix.row) groups.push({ unit: index, ...matrix.row, span: unit });
      continue;
    }
    if (unit.paragraph !== paragraph && !unit.isLine && paragraph !== -1 && context.destinations.length > 0)
      context.destinations = [];
    paragraph = unit.paragraph;
    const written = unit.row?.written ?? text.slice(unit.start, unit.end);
    if (CANCELLED.test(written) && (unit.isLine || /\bdon't (?:worry|bother) about\b/i.test(written)))
      continue;
    if (unit.row?.ends) {
      const ends = unit.row.ends(finder);
      const origin = ends.origin ?? (unit.row.isDitto('origin') ? rowBefore.origin : undefined);
      const destination =
        ends.destination ?? (unit.row.isDitto('destination') ? rowBefore.destination : undefined);
      rowBefore = { origin, destination };
      if (origin && destination)
        groups.push({ unit: index, origins: [origin], destinations: [destination], span: unit });
      continue;
    }
    const found = finder.findPlaces(text, unit);
    const places = found.length === 0 && groups.length > 0 ? unreadEnd(text, unit) : found;
    for (const place of places) {
      const role = roleOf(text, unit, place, 0);
      const before = text.slice(Math.max(unit.start, place.start - 40), place.start);
      const isDropped = DROPS.test(before) || DROPPED_AFTER.test(text.slice(place.end, place.end + 40));
      const isReplaced = /\b(?:not|instead of|rather than)(?: to| from)?\s*$/i.test(before);
      if (isDropped) dropped.push(place);
      else if (role === undefined) named.push(place);
      if (isReplaced) replaced.push(place);
      if (
        EXCEPT.test(before) ||
        (!isDropped && !isReplaced && (role === undefined || role === 'origin' || role === 'destination'))
      )
        naming.push(place);
      if (role === 'origin') origins.push(place);
      if (role === 'destination') destinations.push(place);
      if (role === 'drop') drops.push(place);
    }
    groups.push(...groupsOfUnit(text, unit, index, places, context));
    facts[index] = { ...(facts[index] as Facts), stops: context.stops };
    context.stops = [];
  }
  const ends = groups.flatMap(({ origins, destinations }) =>
    origins.flatMap((origin) => destinations.map((destination) => ({ origin, destination }))),
  );
  const owned = new Set(groups.map(({ unit }) => unit));
  const asked = units.flatMap((unit, index) => {
    if (!isAnswered || owned.has(index) || unit.row) return [];
    const sentences = sentencesOf(text, unit);
    const questions = sentences.filter(({ start, end }) => QUESTION.test(text.slice(start, end)));
    if (questions.length === 0) return [];
    const others = sentences.filter((sentence) => !questions.includes(sentence));
    facts[index] = joined(others.map((sentence) => factsOf(text, sentence, today)));
    return questions.map((question) => factsOf(text, question, today));
  });
  const { general, ofLanes } = splitFacts(text, units, facts, {
    lanes: groups.length > 0 ? ends.slice(0, MAX_LANES) : earlier,
    places: naming,
    names: (index) => !owned.has(index) && units[index]?.row === undefined,
  });
  const lanes = lanesOf(text, units, groups.slice(0, MAX_LANES), general, ofLanes);
  const beyond = groups
    .slice(MAX_LANES)
    .reduce((sum, group) => sum + group.origins.length * group.destinations.length, 0);
  return {
    lanes: lanes.slice(0, MAX_LANES),
    leftOut: Math.max(0, lanes.length - MAX_LANES) + beyond,
    ...{ origins, destinations, drops },
    dropped,
    named,
    replaced,
    asked,
    facts: joined(facts),
    general: joined(general),
    ofLanes,
  };
}

export const joined = (facts: readonly Facts[]): Facts =>
  factsBy(
    <Kind extends keyof Facts>(kind: Kind) =>
      facts.flatMap((some) => [...some[kind]]) as unknown as Facts[Kind],
  );

/** "It is hazmat": of the lane that the sentence before names. */
const GOES_ON = /^\W{0,3}(?:it|this one|that one|they|these|those|both|and)\b/i;

/** Facts of sentences that name lanes by number, order or place hold for these only. */
function splitFacts(
  text: string,
  units: readonly Unit[],
  facts: readonly Facts[],
  {
    lanes,
    places,
    names: canName,
  }: {
    readonly lanes: readonly LaneEnds[];
    readonly places: readonly FoundPlace[];
    /** Whether a unit can name lanes: it has none. */
    readonly names: (unit: number) => boolean;
  },
): { readonly general: readonly Facts[]; readonly ofLanes: ReadonlyMap<number, Facts> } {
  const ofLanes = new Map<number, Facts>();
  const known = new Set<number>();
  let last: ReadonlySet<number> | undefined;
  let next = 0;
  const general = facts.map((all, index) => {
    const unit = units[index] as Unit;
    const own: FoundPlace[] = [];
    for (; next < places.length && (places[next] as FoundPlace).start < unit.end; next += 1)
      own.push(places[next] as FoundPlace);
    const names = canName(index) ? namesIn(text, unit, lanes, own, known) : [];
    if (names.length === 0 && !GOES_ON.test(text.slice(unit.start, unit.start + 20))) last = undefined;
    const left = <Kind extends keyof Facts>(kind: Kind): Facts[Kind] =>
      (all[kind] as readonly Facts[Kind][number][]).filter((fact) => {
        const of = names.length === 0 ? last : lanesNamedFor(text, unit, fact, names, lanes.length);
        for (const lane of of ?? []) {
          const before = ofLanes.get(lane) ?? NO_FACTS;
          ofLanes.set(lane, { ...before, [kind]: [...before[kind], fact] });
        }
        return of === undefined;
      }) as unknown as Facts[Kind];
    const rest = factsBy(left);
    last = names.at(-1)?.lanes ?? last;
    return rest;
  });
  return { general, ofLanes };
}

/** A lane with what a message says of it. */
export const withFacts = (lane: LaneDraft, facts: Facts): LaneDraft => ({
  ...lane,
  equipment: facts.equipment[0] ?? lane.equipment,
  day: bestDay(facts.days) ?? lane.day,
  volume: facts.volumes[0] ?? lane.volume,
  weights: [...facts.weights, ...lane.weights],
  commodity: facts.commodities[0] ?? lane.commodity,
  stops: facts.stops.length > 0 ? facts.stops : lane.stops,
  reference: facts.references[0] ?? lane.reference,
  requirements: distinct([...lane.requirements, ...facts.requirements]),
});

interface Matrix {
  /** The lanes of a row; absent for the header. */
  readonly row?: Pick<Group, 'origins' | 'destinations'>;
}

/** Grids with one end in the header and the other at the start of each row: a lane for each cell. */
function matrixOf(text: string, units: readonly Unit[], finder: PlaceFinder): ReadonlyMap<number, Matrix> {
  const matrix = new Map<number, Matrix>();
  for (const [index, unit] of units.entries()) {
    if (!unit.row || unit.row.ends || matrix.has(index)) continue;
    const header = finder.findPlaces(text, unit);
    if (header.length < 2) continue;
    const rows: FoundPlace[] = [];
    for (let next = index + 1; units[next]?.row && units[next]?.paragraph === unit.paragraph; next += 1) {
      const [only, ...others] = finder.findPlaces(text, units[next] as Unit);
      if (only === undefined || others.length > 0) break;
      rows.push(only);
    }
    if (rows.length === 0 || units[index + rows.length + 1]?.paragraph === unit.paragraph) continue;
    matrix.set(index, {});
    const isFrom = /^\W*(?:from|origin)/i.test(text.slice(unit.start, unit.end));
    for (const [row, place] of rows.entries())
      matrix.set(index + 1 + row, {
        row: isFrom ? { origins: header, destinations: [place] } : { origins: [place], destinations: header },
      });
  }
  return matrix;
}

const BREAK = /\b(?:and|another|also|plus|then|second|other)\b|[;\n]/i;

/** Gives each group what stands next to it, and then what stands with no group. */
function lanesOf(
  text: string,
  units: readonly Unit[],
  groups: readonly Group[],
  facts: readonly Facts[],
  ofLanes: ReadonlyMap<number, Facts>,
): readonly LaneDraft[] {
  let position = -1;
  const lineOf = (at: number) => text.lastIndexOf('\n', at - 1);
  /** The groups that a fact is of; [] for all of the message. */
  const owners = (unit: number, { start, end }: Span): readonly Group[] => {
    const own = groups.filter((group) => group.unit === unit);
    if (own.length === 1) return own;
    if (own.length > 1) {
      const line = lineOf(start);
      const sameLine = own.filter(({ span }) => lineOf(span.start) === line);
      const among = sameLine.length > 0 ? sameLine : own;
      const before = among.findLast(({ span }) => span.start < start);
      const isAll =
        /\b(?:all|both|each|every|same)\b[^.;]{0,20}$/i.test(text.slice(Math.max(0, start - 30), start)) ||
        /^[^.;,\n]{0,12}\b(?:each|both|all|everything)\b/i.test(text.slice(start, start + 30)) ||
        /^[^.;,\n]{0,6}\bfor (?:each|both|all|everything)\b/i.test(text.slice(end, end + 24));
      const next = among.find(({ span }) => span.start > start);
      if (before === undefined || isAll) return own;
      // "... and another 20' from B to C": what follows the break is of the lane after it.
      const isAfter =
        next !== undefined &&
        BREAK.test(text.slice(before.span.end, start)) &&
        !BREAK.test(text.slice(end, next.span.start));
      return [isAfter ? next : before];
    }
    const { paragraph, isLine } = units[unit] as Unit;
    const near = groups.filter((group) => units[group.unit]?.paragraph === paragraph);
    if (near.length === 0) return [];
    if (near.length === 1 && groups.length > 1) return near;
    if (!isLine || near.length === 1) return [];
    // Lines of a template belong to the lane that they follow, or else to the next one.
    const isLabel = LABEL.test(text.slice((units[unit] as Unit).start, (units[unit] as Unit).end));
    if (!isLabel) return [];
    const before = near.findLast((group) => group.unit < unit);
    return before === undefined ? [] : [before];
  };
  const known = new Map<Span, readonly Group[]>();
  // "20 loads a month A to B, 8 loads a month A to C": each volume stands before its lane.
  facts.forEach(({ volumes }, unit) => {
    const own = groups.filter((group) => group.unit === unit);
    const areBefore = volumes.every(({ start }, at) => {
      const [before, next] = [own[at - 1]?.span.end ?? -1, own[at]?.span.start ?? -1];
      return before < start && start < next;
    });
    if (own.length > 1 && own.length === volumes.length && areBefore)
      for (const [at, volume] of volumes.entries()) known.set(volume, own.slice(at, at + 1));
  });
  const ownersOf = (unit: number, fact: Span): readonly Group[] => {
    const found = known.get(fact) ?? owners(unit, fact);
    known.set(fact, found);
    return found;
  };
  /** The facts of one kind: those of the group alone first, then those of its sentence or list, and those of the message. */
  const collect = <Kind extends keyof Facts>(
    kind: Kind,
    group: Group,
  ): readonly (readonly Facts[Kind][number][])[] => {
    const [alone, among, shared]: [Facts[Kind][number][], Facts[Kind][number][], Facts[Kind][number][]] = [
      [],
      [],
      [],
    ];
    facts.forEach((some, unit) => {
      for (const fact of some[kind] as readonly Facts[Kind][number][]) {
        const of = ownersOf(unit, fact);
        if (of.includes(group)) (of.length === 1 ? alone : among).push(fact);
        else if (of.length === 0) shared.push(fact);
      }
    });
    return [alone, among, shared];
  };
  return groups.flatMap((group) => {
    const volumes = collect('volumes', group).flat();
    // "6 a week to Nashville and 3 to Birmingham": as many volumes as ends are in the order of the ends.
    const several = [group.destinations, group.origins].find(
      (ends) => ends.length > 1 && ends.length === volumes.length,
    );
    const lane = {
      day: collect('days', group)
        .map(bestDay)
        .find((day) => day !== undefined),
      weights: collect('weights', group).flat(),
      commodity: collect('commodities', group).flat()[0],
      stops: collect('stops', group).flat(),
      requirements: distinct(collect('requirements', group).flat()),
      reference: collect('references', group).flat()[0],
    };
    const [alone = [], among = [], shared = []] = collect('equipment', group);
    const isSized = ({ start, end }: Span) => /\d|forty|twenty/i.test(text.slice(start, end));
    const next = alone.length > 0 ? alone : among;
    // "A reefer ... 40' RF": the words with a length say more, wherever they stand.
    const own =
      next.length > 0 &&
      !next.some(isSized) &&
      shared.some((other) => isSized(other) && readsAs(next[0], other))
        ? []
        : next;
    const isLine = units[group.unit]?.isLine === true;
    // In one sentence, a second lane has the equipment of the one before, unless it names another.
    const unit = units[group.unit] as Unit;
    const words = text.slice(unit.start, unit.end);
    const isSame = /\b(?:same|also|another)\b/i.test(words);
    const isSameBox = /\bsame (?:box|container|size|equipment|equip|type|trailer|unit)\b/i.test(words);
    const earlier = isSame ? facts.slice(0, group.unit).flatMap((some) => some.equipment) : [];
    const beforeIt =
      (isLine && !isSameBox) || own.length + shared.length > 0
        ? []
        : [...earlier, ...(facts[group.unit]?.equipment ?? [])]
            .filter(({ end }) => end < group.span.end)
            .slice(-1);
    const types =
      own.length > 0
        ? alternatives(text, own)
        : alternatives(text, [...shared, ...beforeIt]).slice(0, /\b(?:both|either)\b/i.test(words) ? 2 : 1);
    return group.origins.flatMap((origin) =>
      group.destinations.flatMap((destination): readonly LaneDraft[] => {
        position += 1;
        const named = ofLanes.get(position);
        const meant = named && named.equipment.length > 0 ? alternatives(text, named.equipment) : types;
        return (meant.length === 0 ? [undefined] : meant).map((type) => {
          const end = several?.findIndex((one) => one === origin || one === destination) ?? 0;
          const draft = { ...lane, volume: volumes[end], origin, destination, equipment: type };
          return named ? withFacts(draft, { ...named, equipment: [] }) : draft;
        });
      }),
    );
  });
}

const bestDay = (days: readonly FoundDay[]): FoundDay | undefined =>
  days.find(({ isNamed }) => isNamed) ?? days[0];

export const distinct = <One extends Found<string>>(found: readonly One[]): readonly One[] =>
  found.filter((one, index) => found.findIndex(({ value }) => value === one.value) === index);

/** Several types that are asked for side by side ("a 20' and a 40' HC") are a lane each; of others, the first counts. */
const readsAs = (one: Found<EquipmentType> | undefined, other: Found<EquipmentType>): boolean =>
  one !== undefined && (other.value.includes(one.value) || one.value.includes(other.value));

function alternatives(text: string, all: readonly Found<EquipmentType>[]): readonly Found<EquipmentType>[] {
  // "A reefer ... 40' RF": the words with a length say more.
  const sized = all.filter(({ start, end }) => /\d|forty|twenty/i.test(text.slice(start, end)));
  const [first, ...others] = sized.length > 0 ? sized : all;
  if (first === undefined) return [];
  const kept = [first];
  let last = first;
  for (const next of others) {
    const isBeside =
      /^[^.;\n]{0,12}(?:\band\b|\bor\b|&|\+|,|\/|\bplus\b|\bas well as\b)(?:[^.;\n]{0,14}|[^.;\n]{0,10}\balternative[^.;\n]{0,24})$/i.test(
        text.slice(last.end, next.start),
      );
    if (isBeside && !kept.some(({ value }) => value === next.value)) kept.push(next);
    last = next;
  }
  return kept;
}
