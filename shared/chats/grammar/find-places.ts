import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';
import { readState } from '../../geography/places/us-states.ts';
import { foldText, foldWords } from '../../platform/text/text-folding.ts';
import { portByLocode, portsNamed } from '../../terminals/catalogue/ports.ts';
import type { ListedTerminal } from '../../terminals/catalogue/terminal.ts';
import { type PlaceSources, resolvePlace } from '../../terminals/resolution/resolve-place.ts';
import type { Sourced } from './find-facts.ts';
import type { Span } from './split-messages.ts';

/** A place that a text names. */
export interface FoundPlace extends Sourced {
  /** What a request sends: it resolves to the place without the text around it. */
  readonly text: string;
  /** A terminal or port, a place with its state or ZIP code, or only the name of a city. */
  readonly kind: 'terminal' | 'port' | 'full' | 'bare';
  /** Its possible points: several terminals can share an alias. */
  readonly points: readonly (Coordinates & { readonly name: string })[];
}

interface Token extends Span {
  readonly word: string;
  readonly raw: string;
}

/** Words of a terminal's name that mails leave out or add. */
const GENERAL =
  /^(?:the|container|marine|intermodal|international|terminals?|facility|ramp|rail|railyard|yard|port|gate|inland|ave|avenue)$/;
/** Longest name of a terminal, in words. */
const MAX_WORDS = 7;
/** Words that begin no place, although a town or terminal has their name. */
const COMMON = new Set(
  `a an the and or to from for of in at on by via with hi hello hey dear team all thanks thank you thx best regards cheers please pls need
  rate rates price quote quotes pricing load loads pull pick pickup pu up drop return returns live empty empties container containers
  chassis reefer van flatbed dry box boxes size per week day month year monday tuesday wednesday thursday friday saturday sunday january february
  march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
  no not yes we our your my me i it is are was be can could would will origin destination equipment volume notes note date ref
  po hc hq st dv gp ft rf haz hazmat genset ow same new old good morning afternoon evening terminal ramp rail port ports pier door customer shipper consignee
  ready urgent asap total reference order import export loaded full special one two three four five north south east west
  gross weight subject fwd fw re wharf steel paper lumber union bid lane lanes number freight direct center service
  gate ingate outgate hook wk bill supply advance sale commerce industry enterprise reading mobile hope start pol pod cut cutoff off these those this that next monthly weekly annual each every first second third last unit commodity salt orange rice corn cotton price energy early
  delivery deliver point por collection del dlv ex cntr prepull storage split team teams tank iso`.split(
    /\s+/,
  ),
);
const RAILROAD = /^(?:BNSF|CN|CPKC|CSX|FEC|KCS|NS|UP)$/;
/** Words that begin no name of several words either. */
const STOPS = new Set(
  'a an the and or to from for of in at on by via with ex hi hello hey dear team thanks thank thx best regards please pls need rate rates quote price is are cut'.split(
    ' ',
  ),
);
const MAX_TERMINAL_MILES = 45;
/** The name of a smaller town is likelier that of a person, or a verb. */
const MAX_SIZE_OF_VILLAGE = 1;

/** Finds the places of texts with one catalogue of terminals. */
export function createPlaceFinder(sources: PlaceSources, terminals: readonly ListedTerminal[]) {
  const { places } = sources;
  const titles = titlesOf(terminals);
  const cities = new Map<string, boolean>();
  const isCity = (name: string): boolean => {
    let known = cities.get(name);
    if (known === undefined) {
      known = places.findCities(name).length > 0;
      // The texts of a day are few; the limit keeps a hostile one from filling the memory.
      if (cities.size > 20_000) cities.clear();
      cities.set(name, known);
    }
    return known;
  };
  const words = (tokens: readonly Token[], from: number, count: number): string =>
    tokens
      .slice(from, from + count)
      .map(({ word }) => word)
      .join(' ');

  /** The terminals of the longest title that begins at a token. */
  function terminalAt(
    text: string,
    tokens: readonly Token[],
    from: number,
    loose: boolean,
  ): FoundPlace | undefined {
    const first = tokens[from];
    if (first === undefined) return undefined;
    const ofState = brandOfState(text, first, tokens[from + 1]);
    if (ofState) return ofState;
    for (let count = Math.min(MAX_WORDS, titles.longest.get(first.word) ?? 0); count > 0; count -= 1) {
      const last = tokens[from + count - 1];
      if (last === undefined || !isJoined(text, tokens, from, count)) continue;
      const named = titles.byTitle.get(singular(words(tokens, from, count)));
      if (named === undefined) continue;
      const general = tokens[from + count];
      const hasGeneral =
        general !== undefined && GENERAL.test(general.word) && isJoined(text, tokens, from, count + 1);
      const written = text.slice(first.start, last.end);
      // A short or common word is a title only if it looks like one.
      if (
        named.isCore &&
        !hasGeneral &&
        (count === 1 || isCity(written)) &&
        !(/^[A-Z]/.test(written) && !isCity(written) && !COMMON.has(first.word))
      )
        continue;
      if (count === 1 && COMMON.has(first.word)) continue;
      if (
        count === 1 &&
        first.word.length <= 4 &&
        first.raw !== first.raw.toUpperCase() &&
        !hasGeneral &&
        !/\d/.test(first.word) &&
        // "savanah prt to" is the port, and "its" a word, although terminals have these codes.
        (!loose || /^(?:prt|its)$/.test(first.word))
      )
        continue;
      if (named.isAcronym && first.raw !== first.raw.toUpperCase()) continue;
      let end = last.end;
      for (let next = from + count; next < tokens.length; next += 1) {
        const token = tokens[next];
        if (
          token === undefined ||
          !/^(?:terminals?|ramp|yard|railyard|rail|intermodal|facility|container|marine|inland|port)$/.test(
            token.word,
          ) ||
          !isJoined(text, tokens, next - 1, 2)
        )
          break;
        end = token.end;
      }
      return {
        start: first.start,
        end,
        kind: 'terminal',
        text:
          named.terminals.length === 1 && !isCity(written) ? (named.terminals[0]?.name ?? written) : written,
        points: named.terminals,
      };
    }
    return undefined;
  }

  /** "GCT NY": the only terminal of a state whose titles begin with a word. */
  function brandOfState(text: string, first: Token, next: Token | undefined): FoundPlace | undefined {
    const gap = text.slice(first.end, next?.start);
    if (next?.raw.length !== 2 || !/^,? $/.test(gap) || !isStateCode(next.raw, gap)) return undefined;
    // In capitals, some codes are words: "CSX IN ATLANTA".
    if (/^(?:IN|OR|ME|OK|HI|OH)$/.test(next.raw) && gap === ' ') return undefined;
    if (first.word.length < 3 || COMMON.has(first.word) || isCity(first.word)) return undefined;
    const state = readState(next.raw);
    const [terminal, ...others] = [...(titles.brands.get(first.word) ?? [])].filter(
      (one) => one.state === state,
    );
    if (terminal === undefined || others.length > 0) return undefined;
    return { start: first.start, end: next.end, kind: 'terminal', text: terminal.name, points: [terminal] };
  }

  function portAt(text: string, tokens: readonly Token[], from: number): FoundPlace | undefined {
    const first = tokens[from];
    if (first === undefined) return undefined;
    for (let count = Math.min(MAX_WORDS, tokens.length - from); count > 0; count -= 1) {
      const last = tokens[from + count - 1];
      if (last === undefined || !isJoined(text, tokens, from, count)) continue;
      const written = text.slice(first.start, last.end);
      const isShort =
        (/^[A-Z]{2,4}[/-]?[A-Z]{2,4}$/.test(written) && written.length > 3) ||
        /^[a-z]{2,4}\/[a-z]{2,4}$/i.test(written);
      const isPort = /\b(?:ports?|prt|pt|seaport|harbor)\b|^port/i.test(written);
      if (!isShort && !isPort && !(/port$/i.test(written) && !isCity(written))) continue;
      if (isShort && /^[A-Z]{2}-[A-Z]{2}$/.test(written)) continue;
      const turned = [
        written,
        written.replace(/^(?:prt|pt|the port)\b\.?/i, 'Port'),
        written.replace(/ prt$/i, ' Port'),
      ].find((name) => portsNamed(name).length > 0);
      if (turned === undefined) continue;
      const resolved = resolvePlace(sources, turned);
      if (resolved.kind !== 'place' && resolved.kind !== 'terminal') continue;
      const [name, place] =
        resolved.kind === 'place'
          ? [turned.replace(/\s+/g, ' '), resolved.place]
          : [resolved.terminal.name, resolved.terminal];
      const points = [{ ...place, name: turned }];
      return { start: first.start, end: last.end, kind: 'port', text: name, points };
    }
    return undefined;
  }

  /** A city with its state or ZIP code, or only its name, at a token. */
  function cityAt(
    text: string,
    tokens: readonly Token[],
    from: number,
    loose: boolean,
  ): FoundPlace | undefined {
    const first = tokens[from];
    if (first === undefined) return undefined;
    if (/^\d{5}$/.test(first.word)) return zipAt(text, first);
    if (/^\d{4}$/.test(first.word))
      return isBetweenZips(text, first) ? fullPlace(first, first.word) : undefined;
    if (/^\d/.test(first.word)) return undefined;
    // "Our DC in McDonough" is a distribution center.
    if (
      first.word === 'dc' &&
      (/\b(?:our|the|my|your|their|its|an?|['\u2019]s) $/i.test(
        text.slice(Math.max(0, first.start - 8), first.start),
      ) ||
        /^ (?:in|at|near|located)\b/i.test(text.slice(first.end, first.end + 9)))
    )
      return undefined;
    let bare: FoundPlace | undefined;
    const coded =
      loose && /^[A-Z]{3}$/.test(first.raw) && !isCity(first.word)
        ? places.findAirport(first.raw)
        : undefined;
    if (coded) return fullPlace(first, `${coded.city}, ${coded.state}`);
    for (let count = Math.min(4, tokens.length - from); count > 0; count -= 1) {
      const last = tokens[from + count - 1];
      if (last === undefined || !isJoined(text, tokens, from, count)) continue;
      const name = text.slice(first.start, last.end).replace(/\s+/g, ' ');
      if (STOPS.has(first.word) || STOPS.has(last.word)) continue;
      if (!isCity(name)) continue;
      const full = withState(text, tokens, from + count, name, first.start);
      if (full) return full;
      const named = places.findCities(name);
      // A village counts only after a word such as "to".
      const size = Math.max(...named.map((city) => city.size));
      const isWritten = /^[A-Z]/.test(first.raw)
        ? loose || size > MAX_SIZE_OF_VILLAGE || first.start === lineStart(text, first.start)
        : loose && size > MAX_SIZE_OF_VILLAGE;
      if (bare === undefined && isWritten && !(count === 1 && COMMON.has(first.word))) {
        const found = named.map(({ place }) => ({ ...place, name: `${place.city}, ${place.state}` }));
        bare = { start: first.start, end: last.end, kind: 'bare', text: name, points: found };
      }
    }
    return bare;
  }

  function withState(
    text: string,
    tokens: readonly Token[],
    next: number,
    name: string,
    start: number,
  ): FoundPlace | undefined {
    for (const count of [3, 2, 1]) {
      const [first, last] = [tokens[next], tokens[next + count - 1]];
      const before = tokens[next - 1];
      if (first === undefined || last === undefined || before === undefined) continue;
      const gap = text.slice(before.end, first.start);
      const written = text.slice(first.start, last.end).replace(/\s+/g, ' ');
      const zip = /^\d{5}$/.test(written) && /^[\s,(]{1,4}$/.test(gap) ? places.findZip(written) : undefined;
      if (zip && count === 1) {
        const located = places.locate({ city: name, state: zip.state, zip: written });
        if (located.found && located.warnings.length === 0)
          return fullPlace({ start, end: last.end }, `${name}, ${zip.state} ${written}`);
      }
      if (!/^[\s,.(|\t]{1,6}$/.test(gap) || (count > 1 && !isJoined(text, tokens, next, count))) continue;
      const state = readState(written);
      if (state === undefined || (written.length === 2 && !isStateCode(written, gap))) continue;
      if (!places.locate({ city: name, state }).found) continue;
      const digits = tokens[next + count];
      const isZip = digits && /^[\s,|]{1,5}$/.test(text.slice(last.end, digits.start));
      return isZip && /^\d{5}$/.test(digits.word) && places.findZip(digits.word)?.state === state
        ? fullPlace({ start, end: digits.end }, `${name}, ${state} ${digits.word}`)
        : fullPlace({ start, end: last.end }, `${name}, ${state}`);
    }
    return undefined;
  }

  function zipAt(text: string, token: Token): FoundPlace | undefined {
    const before = text.slice(Math.max(0, token.start - 14), token.start);
    if (
      /[$#-]\s?$|\b(?:p\.?o\.?|ref|order|load|no|bkg|number|un|job|id|bol|rfq|rfp|so)\.?\s?#?:?\s?$/i.test(
        before,
      )
    )
      return undefined;
    if (
      /^\s?(?:lbs?|pounds|#|kgs?|miles?|usd|units|loads|containers)/i.test(
        text.slice(token.end, token.end + 12),
      )
    )
      return undefined;
    return places.findZip(token.word) && fullPlace(token, token.word);
  }

  function fullPlace({ start, end }: Span, name: string): FoundPlace | undefined {
    const resolved = resolvePlace(sources, name);
    if (resolved.kind !== 'place') return undefined;
    return { start, end, kind: 'full', text: name, points: [{ ...resolved.place, name }] };
  }

  /** A UN/LOCODE, or its last three letters for a port: "LAX port", "ex SAV". */
  function locodeAt(text: string, token: Token, isCued: boolean): FoundPlace | undefined {
    const isPort = /^[A-Z]{3}$/.test(token.raw) && portByLocode(`US${token.raw}`) !== undefined;
    const after = (isPort && /^ ports?\b/i.exec(text.slice(token.end, token.end + 6))?.[0]) || '';
    const isShort = isPort && (isCued || after !== '') && !titles.byTitle.has(token.word);
    if (!isShort && !/^US[A-Z]{3}$/.test(token.raw)) return undefined;
    const code = isShort ? `US${token.raw}` : token.raw;
    const resolved = resolvePlace(sources, code);
    if (resolved.kind !== 'place') return undefined;
    const kind = isShort || portsNamed(code).length > 0 ? 'port' : 'full';
    const points = [{ ...resolved.place, name: token.raw }];
    return { start: token.start, end: token.end + after.length, kind, text: code, points };
  }

  /** The longest place that begins at a token. */
  function placeAt(
    text: string,
    tokens: readonly Token[],
    from: number,
    loose: boolean,
  ): FoundPlace | undefined {
    const token = tokens[from];
    if (token === undefined) return undefined;
    const [terminal, port] = [terminalAt(text, tokens, from, loose), portAt(text, tokens, from)];
    const found = [locodeAt(text, token, loose), port, terminal].filter((place) => place !== undefined);
    const longest = found.toSorted((one, other) => other.end - one.end)[0];
    const city = cityAt(text, tokens, from, loose);
    if (city?.kind === 'full' && (longest === undefined || city.end > longest.end)) return city;
    return longest ?? city;
  }

  let remembered: { readonly text: string; readonly ranges: Map<string, readonly FoundPlace[]> } = {
    text: '',
    ranges: new Map(),
  };
  /** Texts are personal data: they do not stay in memory. */
  const forget = () => {
    remembered = { text: '', ranges: new Map() };
  };

  /** The places of a range, in order. */
  function findPlaces(text: string, { start, end }: Span): readonly FoundPlace[] {
    // Each pass asks for the places of the same lines.
    if (remembered.text !== text) remembered = { text, ranges: new Map() };
    const key = `${start} ${end}`;
    const known = remembered.ranges.get(key) ?? placesIn(text, { start, end });
    remembered.ranges.set(key, known);
    return known;
  }

  function placesIn(text: string, { start, end }: Span): readonly FoundPlace[] {
    const tokens = tokensOf(text, start, end);
    const found: FoundPlace[] = [];
    for (let index = 0; index < tokens.length; ) {
      const token = tokens[index] as Token;
      const before = text.slice(Math.max(start, token.start - 12), token.start);
      const isBeside = /^\s?[-/]\s?$/.test(text.slice(found.at(-1)?.end ?? token.start, token.start));
      // Codes on both sides of a dash: "OAK - SMF".
      const isCode =
        /^[A-Z]{3}$/.test(token.raw) &&
        /^\s?(?:->?|>|\/|to)\s?[A-Z]/.test(text.slice(token.end, token.end + 6));
      const isCued =
        (isCode ||
          (token.word.length === 3 && /^ (?:to|->?|>) /.test(text.slice(token.end, token.end + 5))) ||
          isBeside ||
          /(?:\b(?:to|from|frm|into|ex|at|in|of|2)|[>:|]|\s[-/])\s*$/i.test(before)) &&
        !COMMON.has(token.word);
      const canBegin =
        isCued ||
        /^[A-Z0-9]/.test(token.raw) ||
        titles.longest.has(token.word) ||
        text[token.end] === '/' ||
        /port$|^(?:pt|prt)$/.test(token.word) ||
        text.slice(text.lastIndexOf('\n', token.start - 1) + 1, token.start).trim() === '' ||
        isLowerCity(text, token);
      const place = canBegin ? placeAt(text, tokens, index, isCued) : undefined;
      if (place === undefined) {
        index += 1;
        continue;
      }
      // "BNSF LPC": the railroad before an alias of its ramp.
      const railroad = tokens[index - 1];
      const isRailroad = place.kind === 'terminal' && RAILROAD.test(railroad?.raw ?? '');
      const isBeforeIt = railroad && text.slice(railroad.end, place.start) === ' ';
      found.push(isRailroad && isBeforeIt ? { ...place, start: railroad.start } : place);
      while (index < tokens.length && (tokens[index] as Token).start < place.end) index += 1;
    }
    return mergeParts(text, found);
  }

  /** A lower-case name counts with its state ("seattle wa"). */
  const isLowerCity = (text: string, token: Token): boolean =>
    token.word.length > 3 &&
    isCity(token.word) &&
    (!COMMON.has(token.word) || /^ [a-z]{2}\b/i.test(text.slice(token.end, token.end + 4)));

  /** "Port of Houston's Barbours Cut", "Maher, Elizabeth", "NIT (Norfolk)" are one place each: the more exact part with the other. */
  function mergeParts(text: string, found: readonly FoundPlace[]): readonly FoundPlace[] {
    const merged: FoundPlace[] = [];
    for (const place of found) {
      const last = merged.at(-1);
      const gap = last ? text.slice(last.end, place.start) : '';
      const one =
        last &&
        !/[\t|;]| {3}| {2}$/.test(gap) &&
        /^(?:'s|,|\s|\(|in|at|\/|\n|-|of|the|near|terminal){1,12}$/i.test(gap) &&
        join(text, last, place, gap);
      if (last && one) merged[merged.length - 1] = one;
      else merged.push(place);
    }
    return merged;
  }

  function join(text: string, last: FoundPlace, place: FoundPlace, gap: string): FoundPlace | undefined {
    const isExact = ({ kind }: FoundPlace) => kind === 'terminal';
    const isLocation = ({ kind }: FoundPlace) => kind !== 'terminal';
    const span = {
      start: last.start,
      end: text[place.end] === ')' && gap.includes('(') ? place.end + 1 : place.end,
    };
    const near = (some: FoundPlace['points'], others: FoundPlace['points'], miles = MAX_TERMINAL_MILES) =>
      some.filter((point) => others.some((other) => greatCircleMiles(point, other) <= miles));
    const asOne = (exact: FoundPlace, points: FoundPlace['points']): FoundPlace | undefined => {
      const only = points.length === 1 ? points[0] : undefined;
      return points.length === 0
        ? undefined
        : { ...span, kind: 'terminal', points, text: only?.name ?? exact.text };
    };
    if (isExact(last) && isExact(place)) {
      const same = near(last.points, place.points, 0.1);
      if (/^ $/.test(gap) && same.length > 0) return asOne(last, same);
      if (!/[(]/.test(gap)) return undefined;
      return same.length > 0 ? asOne(last, same) : asOne(place, near(place.points, last.points));
    }
    if (isExact(last) && isLocation(place)) {
      // A dash or slash leads to the other end of the lane, and so do a line or blanks before a place with its state.
      const isInside = /\(|\b(?:in|at)\b/.test(gap);
      if (
        /[-/]/.test(gap) ||
        (gap.includes('\n') && !isInside && !gap.includes(',') && place.kind !== 'bare')
      )
        return undefined;
      if (place.kind === 'full' && /^\s{4,}$/.test(gap)) return undefined;
      const miles = place.kind === 'full' && !isInside ? 30 : MAX_TERMINAL_MILES;
      return asOne(last, near(last.points, place.points, miles));
    }
    if (last.kind === 'port' && isExact(place))
      return /^(?:'s\s|,\s?|\s?-\s?|\s?\/\s?|\s?\(|\s)/.test(gap) && !/\bto\b/.test(gap)
        ? asOne(place, near(place.points, last.points))
        : undefined;
    if (
      isExact(place) &&
      /^(?:(?:'s)?\s?|\s?\(|,\s?|\s-\s)$/.test(gap) &&
      (last.kind === 'bare' || place.points.length > 1 || gap.includes('('))
    )
      return /-/.test(gap) ? undefined : asOne(place, near(place.points, last.points, 60));
    if (last.kind === 'port' && place.kind !== 'port' && /^(?:,\s?|\s?\(|\s)$/.test(gap)) {
      return near(last.points, place.points, 30).length > 0 ? { ...last, end: span.end } : undefined;
    }
    return undefined;
  }

  return { findPlaces, forget, isWord: (word: string) => COMMON.has(word) || isCity(word) };
}

export const isSamePlace = (one: FoundPlace | undefined, other: FoundPlace | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one.kind === 'terminal' && other.kind === 'terminal'
    ? one.points.some(({ name }) => other.points.some((next) => next.name === name))
    : one.points.some((point) => other.points.some((next) => greatCircleMiles(point, next) < 5)));

export type PlaceFinder = ReturnType<typeof createPlaceFinder>;

const tokensOf = (text: string, start: number, end: number): readonly Token[] =>
  Array.from(text.slice(start, end).matchAll(/[\p{L}\p{N}]+(?:'(?=[\p{L}]{2}))?/gu), (match) => {
    const raw = match[0];
    return {
      raw,
      word: raw.toLowerCase(),
      start: start + match.index,
      end: start + match.index + raw.length,
    };
  }).filter(({ raw }) => raw.length <= 40);

const lineStart = (text: string, at: number): number => {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  return from + (/^[\s>*\u2022\d.)(#:-]*/.exec(text.slice(from, at))?.[0].length ?? 0);
};

/** A ZIP code that lost its zero stands next to another one: "7114 to 1752". */
const isBetweenZips = (text: string, { start, end }: Span): boolean =>
  /^\s?(?:to|->?|>)\s?\d{4,5}\b/i.test(text.slice(end, end + 12)) ||
  /\b\d{4,5}\s?(?:to|->?|>)\s?$/i.test(text.slice(Math.max(0, start - 12), start));

const GAP = /^(?:[ .'&()/-]{1,3}|[ ]?\n[ ]{0,4}|\. )$/;
const isJoined = (text: string, tokens: readonly Token[], from: number, count: number): boolean => {
  for (let index = from + 1; index < from + count; index += 1) {
    const [before, after] = [tokens[index - 1], tokens[index]];
    if (before === undefined || after === undefined || !GAP.test(text.slice(before.end, after.start)))
      return false;
    // A spaced dash separates the ends of a lane.
    if (/\s-\s|\s-|-\s|\/ | \//.test(text.slice(before.end, after.start))) return false;
  }
  return true;
};

/** Codes of states that are words: only in upper case, or after a comma. */
export const isStateCode = (code: string, gap: string): boolean =>
  code === code.toUpperCase() ||
  gap.includes(',') ||
  !/^(?:in|or|me|hi|ok|oh|al|as|pa|ma|id|de|co|la|mo)$/i.test(code);

interface Title {
  readonly terminals: readonly ListedTerminal[];
  /** Whether it is a name without its general words, the first letters of a name, or a name or alias as listed. */
  readonly isCore: boolean;
  readonly isAcronym: boolean;
  readonly isName: boolean;
}

/** "APM Terminal" and "APM Terminals" are one title. */
const singular = (title: string): string => title.replace(/\bterminals\b/, 'terminal');

const ROMANS = ['I', 'II', 'III', 'IV', 'V'];
const ROMAN = /\b(?:I{1,3}|IV|V)$/;

function titlesOf(terminals: readonly ListedTerminal[]) {
  const byTitle = new Map<string, Title>();
  const longest = new Map<string, number>();
  /** Terminals by the first words of their titles. */
  const brands = new Map<string, Set<ListedTerminal>>();
  const open = terminals.filter(({ closed }) => closed !== true);
  const add = (title: string, terminal: ListedTerminal, kind: 'name' | 'core' | 'acronym') => {
    const folded = singular(foldText(title));
    if (folded === '' || portsNamed(title).length > 0) return;
    const known = byTitle.get(folded);
    // What a list says counts more than what its words suggest.
    if (known?.isName && kind !== 'name') return;
    const others =
      known && (kind !== 'name' || known.isName)
        ? known.terminals.filter(({ name }) => name !== terminal.name)
        : [];
    byTitle.set(folded, {
      terminals: [...others, terminal],
      isName: kind === 'name',
      isCore: kind === 'core',
      isAcronym: kind === 'acronym',
    });
    const [first = '', ...rest] = folded.split(' ');
    brands.set(first, (brands.get(first) ?? new Set()).add(terminal));
    longest.set(first, Math.max(longest.get(first) ?? 0, rest.length + 1));
  };
  for (const terminal of open) {
    const { name, aliases, formerNames = [], smdgCode } = terminal;
    for (const title of [name, ...aliases, ...formerNames, smdgCode]) {
      // "Freeport TX" is the city.
      if (title === `${terminal.city} ${terminal.state}`) continue;
      add(title, terminal, 'name');
      if (ROMAN.test(title))
        add(
          title.replace(ROMAN, (numeral) => String(ROMANS.indexOf(numeral) + 1)),
          terminal,
          'name',
        );
    }
  }
  for (const terminal of open) {
    for (const title of [terminal.name, ...terminal.aliases]) {
      const words = foldWords(title);
      const core = words.filter((word) => !GENERAL.test(word));
      if (core.length < words.length && core.join('').length > 3) add(core.join(' '), terminal, 'core');
      // "Terminal 18 Seattle", "BNSF Logistics Park Kansas City" without the city.
      const city = new Set([terminal.city, terminal.portCity].flatMap(foldWords));
      const shorter = words.filter((word) => !city.has(word));
      if (
        shorter.length > 1 &&
        shorter.length < words.length &&
        shorter.some((word) => !GENERAL.test(word) && word !== 'of')
      )
        add(shorter.join(' '), terminal, 'core');
      if (/ (?:avenue|ave)\b/i.test(title))
        for (const form of ['avenue', 'ave'])
          add(title.replace(/\bave(?:nue)?\b.*/i, form), terminal, 'core');
      if (words.length > 2 && words.every((word) => /^[a-z]/.test(word)))
        add(words.map((word) => word[0]).join(''), terminal, 'acronym');
    }
  }
  return { byTitle, longest, brands };
}
