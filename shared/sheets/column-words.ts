import { normalizeText } from '../platform/text/bounded-text.ts';

/**
 * Words of headers. A header is read as a set of words, so that "Dest. ST", "State of destination" and
 * "DestinationState" mean the same.
 */

/** What people write for a word of a header; several words if it joins them. */
const SPELLINGS: Readonly<Record<string, string>> = {
  origin:
    'origen salida abgang abgangsort ladeort fm orig org orgin orign origination from pickup pick pu pkup loading consignor shippoint outgate outgated dispatch shipping collect collection departure sender stuffing sourced uplift src exit ex grab grabbed outbound depart out pull leave come',
  destination:
    'destino entrega ziel zielort entladeort dest destn destin destinaton desination discharge to delivery deliver deliv del dropoff drop door consignee cnee receive receiver recipient dlvy arrival offload unload ultimate deliverto arrive arrived inbound into go goes going con dropped',
  city: 'ciudad town municipality locality muni',
  state: 'estado st province prov jurisdiction rgn rg',
  zip: 'zipcode zip5 postal postcode zipplus4 plz pcd postcd cp',
  port: 'seaport harbor locode unlocode portcode',
  terminal: 'pier berth ramp railramp rail railyard',
  equipment:
    'equipo remolque equip eq eqp eqpt eqt eqmt eqpmt equipmnt vehicle veh trailer trl container cntr cont conveyance gear rig asset trk transportunit ctr wagon mtr ctnr',
  volume:
    'viajes embarques volumen volumes menge vol loads shipments shipmts shpts moves containers units qty quantity quantities freq frequency trips truckloads tenders boxes feu teu turns lifts runs pulls throughput demand movements shipmnts jobs often ships cnt trucks tls ctrs cntrs ctnrs cadence',
  week: 'semana semanal woche wk weekly wks',
  month: 'mthly mes mensual monat mo mth monthly mos',
  quarter: 'qtr qtrly quarterly',
  year: 'anual ano jahr annl anl yr yearly annual annually annum yrs ann annualized',
  day: 'daily',
  number:
    'no num nbr nr id ref reference key identifier refno pos uuid guid consecutive seq folio serial index position',
  customer:
    'importer exporter forwarder payer client account cust acct payor obligor bco cliente kunde principal requestor requester',
  rate: 'tarifa precio flete preis betrag price rated rt',
  haul: 'haulage',
  amount: 'amt',
  paid: 'pay payment payable pmt settled settlement remitted remittance disbursed compensation spend',
  line: 'ln',
  lane: 'route routing',
  minimum: 'min floor lowest',
  fuel: 'fsc fuelsurcharge diesel gas energy baf',
  percent: 'pct percentage',
  mile: 'mi mileage permile',
  effective: 'eff effect valid validity active commencement since',
  expire:
    'exp expiration expiry expiring thru through until lapse termination terminates til till sunset dead',
  start: 'begin commence',
  end: 'ending stop finish',
  date: 'fecha datum dt datetime',
  weight: 'wt wgt lbs pounds lb kg kgs kilos',
  commodity: 'product goods cargo freightdescription material merchandise contents',
  carrier: 'carr driver scac trucker motorcarrier hauler haulier provider drayman transportista',
  target: 'objetivo tgt ceiling objective allowed goal cap desired nte walkaway',
  note: 'comment remark instruction observation memo details',
  accessorial: 'accessory requirement service',
  excluded: 'excl exc excludes excluding without',
  included: 'incl inc includes including inclusive',
  total: 'tot ttl grand',
  flat: 'lumpsum fixed',
  size: 'sz length len',
  status: 'stat',
  surcharge: 'surchg',
  outcome: 'result disposition disp',
  charge: 'chg',
  code: 'cd',
  shipment: 'shipmt',
  ship: 'shipped',
  location: 'loc locn',
  address: 'addr',
  needed: 'need',
  supplier: 'vendor mill factory manufacturer seller',
  buyer: 'dealer',
  reason: 'why',
  warehouse: 'whse wh plant store facility dc inland',
  billing: 'bill',
  invoice: 'inv invc invoiced',
  revenue: 'rev income',
  company: 'business corp co',
  appointment: 'appt',
  contract: 'agreement',
  flag: 'ind indicator yn',
  award: 'awd',
  abbreviation: 'abbr abbrev abrv',
  drayage: 'dray trucking transportation transport freight hauling',
  maximum: 'max maxi',
  current: 'today now curr cur existing present',
  previous: 'prior prev',
  historical: 'hist historic history',
  benchmark: 'baseline bmk indicative guide',
  forecast: 'fcast',
  projected: 'proj',
  method: 'meth',
  quote: 'qt qte quotation',
  pallet: 'plts skid',
  piece: 'pcs case cartons ctns',
  name: 'nm',
  description: 'desc descr',
  required: 'req reqd',
};

/** Single letters before "city", "state", "st", or "zip". */
const SIDE_LETTERS: Readonly<Record<string, string>> = { o: 'origin', d: 'destination' };

/** Words of headers that need no other spelling: a header with one of them says something else than one without. */
const MORE_WORDS =
  'stops per basis market external tariff bid terms term special budget awarded shipper order load cost base all ' +
  'buy sell peg gallon contributor tiers unit uom gross cancelled overrides temp row move won lost quoted ' +
  'by due entered created contact phone email fax hours dock booking vessel voyage seal chassis free ' +
  'demurrage detention storage discount tax commission margin profit insurance value customs hazmat ' +
  'temperature transit distance lead notice accepted rejected share rank score deviation county country eta ' +
  'etd cutoff lfd empty return updated review check settle completed posting remit broker last next old ' +
  'alternate backup second third incumbent type item saving mode';

const CANONICAL: ReadonlyMap<string, string> = new Map([
  ...MORE_WORDS.split(' ').map((word) => [word, word] as const),
  ...Object.entries(SPELLINGS).flatMap(([word, spellings]) =>
    [word, ...spellings.split(' ')].map((spelling) => [spelling, word] as const),
  ),
]);

/** "POL/POD", "Port of Loading/Discharge" and "Origin/Destination Port": imports begin there, exports end there. */
export const PORT_OF_EITHER_END =
  /\b(?=.*\bpo[rl])(?:pol|(?:port of )?(?:load(?:ing)?|orig(?:in)?)(?: port)?)\s*(?:\/|or|and|&)\s*(?:pod|(?:port of )?(?:discharge|dest(?:ination)?))\b/i;

/** Symbols that are words. */
const SYMBOLS: readonly (readonly [symbol: RegExp, word: string])[] = [
  [/_/g, ' '],
  [/\b(?:first |1st )?stop\W?1\b|\bfirst stop\b|\broute\W0\b/gi, ' origin '],
  [/\bstop\W?2\b|\b(?:last|final) stop\b|\broute\W1\b|\bdrop\W?off\b/gi, ' destination '],
  [/\bp\.\s?a\.?(?!\w)|\bl12m\b|\b(?:last|trailing|past) 12 m\w*|\bwhole.year\b/gi, ' year '],
  [/\bp\.\s?w\.?(?!\w)|(?<=\b(?:loads?|vol|volume)\W+)pw\b/gi, ' week '],
  [/(?<=\b(?:loads?|vol|volume)\W+)pa\b/gi, ' year '],
  [/\bc\.\s?p\.?(?!\w)/gi, ' zip '],
  [/\b(?:go.?live|in force|kicks? in|live on|day 1|good from)\b/gi, ' effective '],
  [/\b(?:last day|good thr(?:u|ough)|dead on|runs? until)\b/gi, ' expire '],
  [/\b(?:prepared for|for account of|posted by|who pays|whose freight)\b|^who$/gi, ' customer '],
  [/\b(?:ex\.?|w\s?\/\s?o)(?=\W+(?:fsc|fuel)\b)/gi, ' excluded '],
  [/\b(?:w\s?\/|with\b)(?=\s*(?:fsc|fuel)\b)/gi, ' included '],
  [/\b(?:paid|pay|payments?|payable) to\b/gi, ' paid '],
  [/\bbill of lading\b/gi, ' bol '],
  [/\bnot\W+incl\w*/gi, ' excluded '],
  [/(?<=\b(?:orig|dest)\w*\W+)term\b/gi, ' terminal '],
  [/\bnot less than\b/gi, ' minimum '],
  [/\b(?:5|five)\W?digits?\b(?!\W*zip)/gi, ' zip '],
  [/#/g, ' number '],
  [/\$/g, ' usd '],
  [/\b(?:12|twelve)\W?mo(?:nths?)?\b|\b[ae]av\b/gi, ' year volume '],
  [/\b(?:rate|price) to beat\b|\bnot to exceed\b|\bwalk away\b|\bshould\W?cost\b/gi, ' target '],
  [/\bgate\W?out\b/gi, ' outgate '],
  [/(?<=\p{L})['\u2019](?=\p{L})/gu, ''],
  [/\bw\s?\/\s?l\b/gi, ' won lost '],
  // "FSC (22%)" can have dollars below it.
  [/\d+(?:\.\d+)?\s*%/g, ' '],
  [/%/g, ' percent '],
  [/\bp[./ ]?u\b\.?/gi, ' pickup '],
  [/\bo\s?\/\s?d\b/gi, ' lane '],
  [/\b(?:rpm|cpm)\b/gi, ' rate per mile '],
  [/^\W*(?:\/|per)\s*mi(?:le)?\W*$/i, ' rate per mile '],
  [/\bl(?:i?ne?)?(?:hl?| hl)\b/gi, ' line haul '],
  [/\bmpg\b/gi, ' miles per gallon '],
  [/\bo(?=\W+(?:city|st|state|zip|port|terminal|ramp|location)\b)/gi, ' origin '],
  [/\bd(?=\W+(?:city|st|state|zip|port|terminal|ramp|location)\b)/gi, ' destination '],
  [PORT_OF_EITHER_END, ' port '],
  [/\bload(?:ing)?\s+port\b|\bpol\b/gi, ' origin port '],
  [/\bpod\b|\bport of entry\b/gi, ' destination port '],
];

/** Without its vowels a word is short and still clear: "pstl", "shpr", "cnsgn". */
const skeleton = (word: string): string => word.replace(/(?<=.)[aeiou]+/g, '').replace(/(.)\1+/g, '$1');
/** Words by their skeletons; none for those that several words have. */
const SKELETONS: ReadonlyMap<string, string> = new Map(
  [
    ...Map.groupBy(
      [...CANONICAL].filter(([word]) => word.length > 3 && /[aeiou]/.test(word.slice(1))),
      ([word]) => skeleton(word),
    ),
  ].flatMap(([short, words]) => {
    const [[, only = ''] = [], ...others] = words;
    return others.some(([, other]) => other !== only) ? [] : [[short, only] as const];
  }),
);

/** "Lanes" and "paying" without their ends; "numbers" can be amounts. */
const STEM = /(?<=\w{3})(?:ing|ed|(?<!^number)s)$/;

/**
 * The longest known words that a joined word consists of ("origincity", "dzip"); undefined for other words.
 * @param failed ends of words that were tried before: without them, the time grows exponentially.
 */
function splitWord(word: string, failed = new Set<string>()): readonly string[] | undefined {
  const known = [word, word.replace(STEM, ''), word.replace(/ing$/, 'e')].flatMap(
    (form) => CANONICAL.get(form) ?? [],
  )[0];
  if (known !== undefined) return [known];
  const full = word.length > 2 && !/[aeiou]/.test(word) ? SKELETONS.get(skeleton(word)) : undefined;
  if (full !== undefined) return [full];
  const side = SIDE_LETTERS[word.charAt(0)];
  if (side !== undefined && word.length > 2) {
    const rest = CANONICAL.get(word.slice(1));
    if (rest === 'city' || rest === 'state' || rest === 'zip') return [side, rest];
  }
  if (failed.has(word)) return undefined;
  for (let length = word.length - 2; length > 2; length--) {
    const start = CANONICAL.get(word.slice(0, length));
    const rest = start === undefined ? undefined : splitWord(word.slice(length), failed);
    if (start !== undefined && rest !== undefined) return [start, ...rest];
  }
  failed.add(word);
  return undefined;
}

const MAX_HEADER_LENGTH = 200;

/** "2027 loads" and "FY27 loads" are loads of a year. */
const A_YEAR = /^(?:(?:fy|cy)?(?:19|20)\d\d|(?:fy|cy)\d\d)$/;

/** The words of a header, in their usual spelling. Unknown words stay as they are. */
export function headerWords(header: string): readonly string[] {
  const spaced = SYMBOLS.reduce(
    (text, [symbol, word]) => text.replace(symbol, word),
    (normalizeText(header.slice(0, MAX_HEADER_LENGTH), 'NFKD', MAX_HEADER_LENGTH) ?? '')
      .replace(/\p{M}/gu, '')
      .replace(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll}{2})/gu, '$1$3 $2'),
  );
  const words = spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word, at) => {
    // "PostCode" is one word.
    const before = words[at - 1] ?? '';
    if (CANONICAL.has(before + word) && !CANONICAL.has(before)) return CANONICAL.get(before + word) ?? [];
    return A_YEAR.test(word) ? ['year'] : (splitWord(word) ?? [word]);
  });
}

/** Words that change nothing. */
const COMMON = new Set(
  'por de la el the of in and a an est estimated approx approximate avg average usd us dollars up name info is at as or if per flag abbreviation about how many much which what where who does do you we our your they it this for with on be will this export import domestic 5 digit digits'.split(
    ' ',
  ),
);

/** What a column can mean. */
export interface Meaning {
  /** Names of the column. Each is a set of words in any spelling and order. */
  readonly names: readonly string[];
  /** Names that count only if no column has one of the others. */
  readonly weak?: readonly string[];
  /** Words that a header may have besides. */
  readonly also?: string;
  /** What cells look like. A header with unknown words has the meaning only if its cells show it. */
  readonly isValue?: (cell: string) => boolean;
  /** The only column whose cells show the meaning has it, whatever its header is, but for headers with these words. */
  readonly byCells?: string;
  /** What cells of such a column look like if no word of its header names the meaning. */
  readonly isUnnamedValue?: (cell: string) => boolean;
  /** Lines outside the rows can say it, if no column has it or one of these meanings: see `readHeading`. */
  readonly saidFor?: readonly string[];
}

interface MeaningWords {
  readonly names: readonly { readonly words: readonly string[]; readonly weight: number }[];
  readonly also: ReadonlySet<string>;
}
/** A weak name of any length fits less than others. */
const WEAK = 0.1;
const wordsByMeaning = new WeakMap<Meaning, MeaningWords>();

function wordsOf(meaning: Meaning): MeaningWords {
  const known = wordsByMeaning.get(meaning);
  if (known !== undefined) return known;
  const named = (texts: readonly string[], weight: number) =>
    texts.map((text) => ({ words: [...new Set(headerWords(text))], weight }));
  const names = [...named(meaning.names, 1), ...named(meaning.weak ?? [], WEAK)];
  const words = { names, also: new Set((meaning.also ?? '').split(' ').flatMap(headerWords)) };
  wordsByMeaning.set(meaning, words);
  return words;
}

/** Words of headers, in their usual spelling. */
export const VOCABULARY: ReadonlySet<string> = new Set(CANONICAL.values());

/**
 * How well a header has a meaning: words in common, more for fewer other words; 0 if it does not have it.
 * @param isLoose whether the header may have words that nobody knows.
 */
function fitOf(words: ReadonlySet<string>, meaning: Meaning, isLoose: boolean): number {
  const { names, also } = wordsOf(meaning);
  let best = 0;
  for (const { words: needed, weight } of names) {
    if (!needed.every((word) => words.has(word))) continue;
    const isFree = (word: string) =>
      needed.includes(word) || also.has(word) || COMMON.has(word) || (isLoose && !VOCABULARY.has(word));
    if ([...words].every(isFree)) {
      // "Fuel rate" is of the fuel and not of the rate.
      const ofFuel = needed.includes('fuel') ? 0.01 : 0;
      best = Math.max(best, weight * (needed.length + 1 / (1 + words.size) + ofFuel));
    }
  }
  return best;
}

/**
 * The meanings that a header can have, the one that fits best first.
 * @param isLoose whether the header may have words that nobody knows.
 */
export function meaningsOf<Name extends string>(
  meanings: Readonly<Record<Name, Meaning>>,
  header: string,
  isLoose = false,
): readonly { readonly name: Name; readonly fit: number }[] {
  const words = new Set(headerWords(header));
  if (words.size === 0) return [];
  return (Object.keys(meanings) as Name[])
    .map((name) => ({ name, fit: fitOf(words, meanings[name], isLoose) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit);
}

/** The meaning of a header that fits best, with its fit; undefined if none does. */
export const meaningOf = <Name extends string>(
  meanings: Readonly<Record<Name, Meaning>>,
  header: string,
): { readonly name: Name; readonly fit: number } | undefined => meaningsOf(meanings, header)[0];
