import { readEquipmentType } from '../costs/equipment/read-equipment-type.ts';
import { readState } from '../geography/places/us-states.ts';
import { foreignMoney, fuelFigure, isDay, isFuelInside, NO_SURCHARGE, OF_FUEL } from './cell-values.ts';
import { headerWords, meaningOf } from './column-words.ts';
import { isWholePlace } from './place-cells.ts';
import { type Column, cellText, type Facts, type FileKind } from './table.ts';

/*
 * What lines above, between and below the rows of a table say of them: "Origin: Savannah, GA", "Dry van lanes", "Effective
 * 1/1/2027 through 12/31/2027". A fact stands for a column that the table does not have, and is read like a cell of it.
 */

const MAX_TEXT = 300;
/** Facts that stand for empty cells too. Elsewhere, an empty cell means something: no end, or no minimum. */
const FOR_EMPTY_CELLS = new Set(['equipment', 'customer', 'fuel', 'fuel_included']);

/** The facts that a table with these columns needs from other lines. */
export const neededFacts = <Name extends string>(
  { meanings }: FileKind<Name>,
  columns: readonly Column<Name>[],
): readonly Name[] =>
  (Object.keys(meanings) as Name[]).filter((name) => {
    const end = /^(?:origin|destination)/.exec(name)?.[0];
    const others = meanings[name].saidFor;
    return (
      others !== undefined &&
      !columns.some(
        ({ as }) =>
          as !== undefined &&
          ((as === name && !FOR_EMPTY_CELLS.has(name)) ||
            others.includes(as) ||
            (end !== undefined && (as.startsWith(end) || as === 'both_ends'))),
      )
    );
  });

/** What a heading says, and whether it says nothing else than facts. */
export interface Heading {
  readonly facts: Facts;
  readonly isWhole: boolean;
}

/**
 * Reads the facts of a line outside the rows. Two values of one fact are both kept, and no row is read by them: their
 * cells say what is wrong.
 * @param isBetween whether the line stands between rows, where a name alone is the end that no column has.
 */
export function readHeading<Name extends string>(
  kind: FileKind<Name>,
  cells: readonly string[],
  needed: readonly Name[],
  isBetween: boolean,
): Heading {
  const facts: Partial<Record<string, string>> = {};
  const say = (name: string, value: string): boolean => {
    if (!(needed as readonly string[]).includes(name) || value === '') return false;
    const other = facts[name];
    facts[name] = other === undefined || other === value ? value : `${other} / ${value}`;
    return true;
  };
  const texts = labelled(kind, cells, isBetween).flatMap((text) =>
    text.slice(0, MAX_TEXT).split(/\s*[;|\u2022]\s*|\.\s+(?=[A-Z][a-z]+ )(?<!\b(?:St|Ft|Mt)\.\s+)/),
  );
  let isWhole = true;
  for (const text of texts) {
    const isRead = sayLabel(kind, text, say) || sayText(text, needed, say, isBetween);
    isWhole &&= isRead;
  }
  return { facts, isWhole };
}

/** A cell that ends with a colon is the label of the next one, and so is the name of a column in a title of two cells. */
function labelled(
  { meanings }: FileKind<string>,
  cells: readonly string[],
  isBetween: boolean,
): readonly string[] {
  const filled = cells.map((text) => cellText(text).replace(/\s+/g, ' ')).filter((text) => text !== '');
  const [isName, isHeader] = filled.map((text) => meaningOf(meanings, text) !== undefined);
  const isPair = filled.length === 2 && !isBetween && isName && !isHeader;
  const texts: string[] = [];
  for (const cell of filled) {
    const last = texts.at(-1)?.replace(/:?$/, isPair ? ':' : '$&');
    if (last?.endsWith(':')) texts[texts.length - 1] = `${last} ${cell}`;
    else texts.push(cell);
  }
  return texts;
}

type Say = (name: string, value: string) => boolean;

const LABEL = /^([\p{L}][\p{L}\p{N} ./'&()_-]{0,40}?)\s*[:=]\s*(.+)$/u;

/** "Customer: Fernhill Foods" is a column "Customer" whose cells are all the same. */
function sayLabel<Name extends string>(kind: FileKind<Name>, text: string, say: Say): boolean {
  const [, label = '', value = ''] = LABEL.exec(text) ?? [];
  const named = label === '' ? undefined : meaningOf(kind.meanings, label)?.name;
  if (named === undefined) return false;
  // The port or ramp of a file without an origin is where its containers are picked up.
  const found = named === 'port' || named === 'terminal' ? `origin_${named}` : named;
  const end = /^(origin|destination)/.exec(found)?.[0];
  if (end === undefined && !found.startsWith('effective')) return say(found, value);
  if (isDay(value))
    return say(end === undefined ? found : end === 'origin' ? 'effective_from' : 'effective_to', value);
  return end !== undefined && /\p{L}|^\d{5}$/u.test(value) && sayPlace(end, found, value, say);
}

const sayPlace = (end: string, name: string, value: string, say: Say): boolean =>
  say(
    end,
    name === `${end}_port` && !isWholePlace(value) && !/[,\d]/.test(value) ? `Port of ${value}` : value,
  );

function sayText(text: string, needed: readonly string[], say: Say, isBetween: boolean): boolean {
  const said = [
    sayEquipment(text, say),
    sayEnds(text, say),
    sayFuel(text, say),
    sayUnit(text, say),
    say('currency', foreignMoney(text) ?? ''),
    sayTerm(text, say),
    say('customer', customerIn(text)),
  ];
  const isSaid = said.some(Boolean);
  if (!isBetween || said[1]) return isSaid;
  const [end, ...others] = ['origin', 'destination'].filter((name) => needed.includes(name));
  if (end === undefined || others.length > 0) return isSaid;
  const name = nameIn(text);
  // "Page 2" and "Notes: call ahead" are no places.
  return (
    (!/[:\d]/.test(name) || isWholePlace(name) || /^\d{5}$/.test(name) ? say(end, name) : false) || isSaid
  );
}

/** The name in a heading, without the equipment and the words around it: "Savannah - 40' HC", "Loads from Savannah". */
const nameIn = (text: string): string =>
  equipmentIn(text)
    .reduce((rest, phrase) => rest.replace(phrase, ' '), text)
    .replace(
      /\b(?:lanes?|loads?|moves?|shipments?|only|from|to|out of|into|ex|outbound|inbound|origin|destination)\b/gi,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .replace(/^[\W_]+|[^\p{L}\p{N})]+$/gu, '');

/** Words that name equipment, whatever stands beside them. "Flat rates" and "40 lanes" name none. */
const NAMES_EQUIPMENT =
  /\b(?:vans?|reefers?|refrigerated|temp\w*[ -]?control\w*|flat ?beds?|step ?decks?|conestogas?|power ?only|hot ?shots?|(?:53 ?ft |53['\u2019\u2032]? )domestics?|domestics? (?:53|containers?|box(?:es)?)|flat ?racks?|open ?tops?|high ?cubes?|tank)\b|(?:20|40|45|48|53)(?:['\u2019\u2032]|[ -]?(?:ft|foot|footers?)\b)|\b(?:20|40|45|53) ?(?:hc|hq|h|st|std|standard|gp|dv|dc|rf|rh|ot|fr|v|r)s?\b/i;
const MAX_WORDS = 5;

/** The equipment that a text names: the longest texts that can be read. */
export function equipmentIn(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}]+['\u2019\u2032]?(?:[\p{L}\p{N}]+)?/gu) ?? [];
  const found: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(MAX_WORDS, words.length - from); length > 0; length--) {
      const phrase = words
        .slice(from, from + length)
        .join(' ')
        .replace(/(?<=[a-z]{3})s$/i, '');
      if (!NAMES_EQUIPMENT.test(phrase) || readEquipmentType(phrase) === undefined) continue;
      if (!/^(?:no|not|non|except|excluding|without)$/i.test(words[from - 1] ?? '')) found.push(phrase);
      from += length - 1;
      break;
    }
  }
  return found;
}

/** Whether names of equipment in a text stand for one type. "Reefer and dry lanes" has two. */
function isOneType(found: readonly string[], text: string): boolean {
  const types = new Set(found.map(readEquipmentType));
  return types.size === 1 && !(types.has('reefer') && /\bdry\b/i.test(text));
}

export const BARE_SIZE = /^(?:20|40|45|48|53)(?:\.0)?\s*(?:'|ft|foot|feet)?$/i;

/** Whether a text has a size and its type, "40/RF" or "40HC / Reefer", and no choice of several. */
export const isSizeAndType = (text: string, parts: readonly string[]): boolean =>
  readEquipmentType(text) !== undefined &&
  parts.some((part) => !/\d/.test(part)) &&
  parts.some((part) => BARE_SIZE.test(part) || readEquipmentType(part)?.startsWith('container_'));

/**
 * Equipment in a cell that says more than its type, such as "48' flat w/ tarps": the only type that it names, with a
 * sentence on what was left out. Other cells stay as they are.
 * @param header 53 ft is a container below "Container size", and elsewhere a trailer too.
 */
export function equipmentText(
  cell: string,
  header: string,
): { readonly text: string; readonly warning?: string } {
  const parts = cell.slice(0, MAX_TEXT).split(/\s*(?:[/,&]|\bor\b)\s*/i);
  const types = new Set(parts.map(readEquipmentType));
  // "Reefer / Van" leaves the choice, which is not made here. "40/40HC" is read as the high cube.
  const isChoice = types.size > 1 && !types.has(undefined) && !isSizeAndType(cell, parts);
  if (isChoice && [...types].some((type) => !type?.startsWith('container_40')))
    return { text: parts.join(' or ') };
  if (cell === '' || readEquipmentType(cell) !== undefined) return { text: cell };
  if (
    /^53\b/.test(cell) &&
    BARE_SIZE.test(cell) &&
    /^(?!.*tr(?:ailer|lr)).*\b(?:container|cntr|ctn?r)/i.test(header)
  )
    return { text: `${cell} container` };
  const found = equipmentIn(cell.slice(0, MAX_TEXT));
  const [text = cell] = found;
  if (!isOneType(found, cell)) return { text: cell };
  return { text, warning: `Of the equipment "${cell.slice(0, 100)}", "${text}" was read.` };
}

/** Of such a sentence, the equipment is not that of the rows: "Flatbed excluded", "A reefer must be pre-cooled". */
const OF_OTHERS =
  /\b(?:exclud\w*|except\w*|separate\w*|without|not|must|never|cannot|no(?! ?touch))\b(?!\.)/i;

function sayEquipment(text: string, say: Say): boolean {
  if (OF_OTHERS.test(text)) return false;
  const found = equipmentIn(text);
  return found.length > 0 && say('equipment', isOneType(found, text) ? (found[0] ?? '') : text);
}

const PLACE = "((?:Port of )?\\p{Lu}[\\p{L} .'-]{1,40}?,? [A-Z]{2}(?: \\d{5})?|US ?[A-Z]{3})(?![\\p{L}\\d])";
/** States are in capital letters: "to be in" names no place in Indiana. */
const placeAfter = (...words: readonly string[]) => {
  const forms = words.flatMap((word) => [
    word,
    word.toUpperCase(),
    word.charAt(0).toUpperCase() + word.slice(1),
  ]);
  return new RegExp(`\\b(?:${forms.join('|')})\\s+(?:our |the )?${PLACE}`, 'u');
};
const FROM = placeAfter('from', 'ex', 'out of', 'at', 'in', 'outbound', 'origin');
const TO = placeAfter('to', 'into', 'inbound', 'destination');
const OUT_OF = new RegExp(`^${PLACE}\\s+(?:outbound|Outbound|OUTBOUND|origins?|Origins?|ORIGINS?)`, 'u');

/** "From Laredo, TX 78045", "All lanes originate at Savannah, GA", "Outbound Laredo, TX". */
function sayEnds(text: string, say: Say): boolean {
  const found = (form: RegExp) => {
    const [, place = ''] = form.exec(text) ?? [];
    return isWholePlace(place) ? place : '';
  };
  const [from, to] = [say('origin', found(FROM) || found(OUT_OF)), say('destination', found(TO))];
  return from || to;
}

/** "Rates include fuel", "All-in, excl. FSC", "Fuel surcharge 28%". */
function sayFuel(text: string, say: Say): boolean {
  if (!OF_FUEL.test(text)) return false;
  const inside = isFuelInside(text);
  const [percent] = (!NO_SURCHARGE.test(text) && /\d{1,2}(?:\.\d+)? ?%/.exec(text)) || [];
  const figure = fuelFigure(text, { decimalComma: false }) ?? percent;
  const value = inside ? 'included' : (figure ?? (inside === false ? 'not included' : ''));
  const [one, other] = [say('fuel', value), say('fuel_included', figure === value ? 'not included' : value)];
  return one || other;
}

const OF_A_CHARGE =
  /\b(?:chassis|detention|demurrage|storage|layover|stop[- ]?offs?|per diem|lumper|hazmat|over ?weight|accessorials?)\b/i;

/** "Rates are per mile", "Flat rates". */
function sayUnit(text: string, say: Say): boolean {
  if (!/\b(?:rates?|prices?|pricing|amounts?)\b/i.test(text) || OF_A_CHARGE.test(text)) return false;
  const [, unit] = /(?:\/|\b(?:per|a|each)) ?(mile|mi|load|container|trip|move|shipment)\b/i.exec(text) ?? [];
  if (unit !== undefined) return say('rate_type', `per ${unit}`);
  return /\bflat\b/i.test(text) && say('rate_type', 'flat');
}

const FOR_CUSTOMER =
  /\bprepared (?:exclusively )?for:? (.+)$|^(?:[\p{L}\d]+ ){0,2}(?:rates?|rate (?:sheet|card|schedule|agreement)|agreement|pricing|tariff) for:? (.+)$/iu;
const AFTER_NAME =
  /\s*(?:[(;]|\s[-\u2013\u2014]\s|,(?!\s*(?:inc|llc|l\.l\.c|ltd|corp|co|lp)\b)|\b(?:effective|valid|from|per|flat|dated|in usd|as of)\b).*$/i;
/** What rates are for, other than a customer. */
const NO_CUSTOMER =
  /\d|\b(?:all|lanes?|loads?|moves?|shipments?|containers?|customers?|imports?|exports?|port|season|year|quarter|month|market|spot|contract|drayage|freight|january|february|march|april|may|june|july|august|september|october|november|december)\b/i;

/** "Rates for Corliss Seed Co., flat per load": a name of two words, which is no place, equipment or kind of loads. */
function customerIn(text: string): string {
  const [, prepared, rates] = FOR_CUSTOMER.exec(text) ?? [];
  const name = (prepared ?? rates ?? '').replace(AFTER_NAME, '').trim();
  const isName = /^\p{Lu}.*[\p{L}.]$/u.test(name) && !NO_CUSTOMER.test(name);
  if (!isName || isWholePlace(name) || readState(name) !== undefined || equipmentIn(name).length > 0)
    return '';
  return prepared !== undefined || /\s\p{Lu}/u.test(name) ? name : '';
}

const DAYS =
  /\b(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}[- ][a-z]{3,9}\.?[-, ]+\d{2,4}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4})\b/gi;
const OF_TERM =
  /\b(?:eff\w*|valid\w*|term|period|contract|from|between|good|rates?|start\w*|begin\w*|exp\w*|through|thru|until|ends?)\b/i;
const NO_TERM =
  /\b(?:issued?|printed|created|due|resp\w*|respond|updated|revised|run|reported?|exported|generated|round)\b/i;

/** Both days of a term in one cell. */
export function daysOfTerm(cell: string): readonly [string, string] | undefined {
  const [first, second, ...others] = [...cell.slice(0, MAX_TEXT).matchAll(DAYS)].flatMap(([day]) => day);
  return first === undefined || second === undefined || others.length > 0 ? undefined : [first, second];
}

/** "Effective 1/1/2027 through 12/31/2027", "Valid until 31-Dec-27". */
function sayTerm(text: string, say: Say): boolean {
  if (!OF_TERM.test(text) || NO_TERM.test(text)) return false;
  const days = [...text.matchAll(DAYS)].filter(([day]) => isDay(day));
  const [first, second] = days;
  if (first === undefined || days.length > 2) return false;
  if (second !== undefined) {
    const [from, to] = [say('effective_from', first[0]), say('effective_to', second[0])];
    return from || to;
  }
  const words = headerWords(text.slice(0, first.index));
  return say(
    words.includes('expire') || words.includes('end') || /\bto\s*$/i.test(text.slice(0, first.index))
      ? 'effective_to'
      : 'effective_from',
    first[0],
  );
}
