import * as v from 'valibot';
import { boundedText, requiredText } from '../../platform/text/bounded-text.ts';
import {
  type ContainerEquipment,
  EQUIPMENT_TYPES,
  type EquipmentType,
  isRoadEquipment,
} from './equipment-type.ts';

/** Longer texts are not read. */
const MAX_TEXT_LENGTH = 60;

type Size = 20 | 40 | 45 | 48 | 53;
type OpenTrailer = 'flatbed' | 'step_deck' | 'conestoga' | 'power_only' | 'hot_shot';
type Kind = 'dry' | 'reefer' | 'flatrack' | 'open top' | 'tank' | OpenTrailer;
type Frame = 'container' | 'trailer';

/** The meaning of one word. */
interface Statement {
  readonly size?: Size;
  readonly kind?: Kind;
  readonly frame?: Frame;
  readonly height?: 'high' | 'standard';
  /** A dry van, unless another word states that it is refrigerated. */
  readonly van?: true;
  /** A unit of length, which needs a size. */
  readonly unit?: true;
}

const SIZES: readonly Size[] = [20, 40, 45, 48, 53];
const HIGH: Statement = { height: 'high' };
const STANDARD: Statement = { height: 'standard' };
const DRY: Statement = { kind: 'dry' };
const DRY_CONTAINER: Statement = { kind: 'dry', frame: 'container' };
const REEFER: Statement = { kind: 'reefer' };
const FOOT: Statement = { unit: true };

/** Known words for size, kind, height and frame. They can be joined in any order: "40hc", "reefercontainer20". */
const WORDS: ReadonlyMap<string, Statement> = new Map([
  ...SIZES.map((size) => [String(size), { size }] as const),
  ...["'", 'ft', 'foot', 'feet', 'footer'].map((word) => [word, FOOT] as const),
  ...['hc', 'hq', 'highcube', 'hicube'].map((word) => [word, HIGH] as const),
  ...['st', 'std', 'standard'].map((word) => [word, STANDARD] as const),
  ...['dry', 'dv'].map((word) => [word, DRY] as const),
  ...['dc', 'gp', 'generalpurpose'].map((word) => [word, DRY_CONTAINER] as const),
  ...[
    'reefer',
    ...['frozen', 'frz', 'chilled', 'refer'],
    'rf',
    'ref',
    'rfr',
    'reef',
    'refrigerated',
    'refrig',
    'refrigerado',
    'fridge',
    'thermo',
    'temp',
    'tempctrl',
    'tempcontrol',
    'temperaturecontrol',
    'tempcontrolled',
    'temperaturecontrolled',
  ].map((word) => [word, REEFER] as const),
  ['rh', { kind: 'reefer', height: 'high', frame: 'container' }],
  ...['flatrack', 'fr'].map((word) => [word, { kind: 'flatrack', frame: 'container' }] as const),
  ...['opentop', 'ot'].map((word) => [word, { kind: 'open top', frame: 'container' }] as const),
  ...['tank', 'tk'].map((word) => [word, { kind: 'tank', frame: 'container' }] as const),
  ...['flatbed', 'fb', 'flat', 'flats', 'flt', 'fltbd', 'opendeck', 'flatdeck', 'plataforma', 'platform'].map(
    (word) => [word, { kind: 'flatbed', frame: 'trailer' }] as const,
  ),
  ...(
    [
      [['stepdeck', 'dropdeck'], 'step_deck'],
      [['conestoga'], 'conestoga'],
      [['poweronly'], 'power_only'],
      [['hotshot'], 'hot_shot'],
    ] as const
  ).flatMap(([words, kind]) => words.map((word) => [word, { kind, frame: 'trailer' }] as const)),
  ...['domestic', 'dom', 'dm'].map((word) => [word, { size: 53, frame: 'container' }] as const),
  ...['container', 'cont', 'cntr', 'iso', 'intermodal', 'imdl', 'cofc', 'dray', 'drayage'].map(
    (word) => [word, { frame: 'container' }] as const,
  ),
  ...['trailer', 'trlr', 'truck', 'trk', 'truckload', 'ftl', 'tl'].map(
    (word) => [word, { frame: 'trailer' }] as const,
  ),
  ...['van', 'boxtrailer', 'cajaseca'].map((word) => [word, { van: true, frame: 'trailer' }] as const),
  ...['regular', 'reg', 'box', 'only', 'freight'].map((word) => [word, {}] as const),
  ['teu', { size: 20, frame: 'container' }],
  ['feu', { size: 40, frame: 'container' }],
]);

const LONGEST_FIRST = [...WORDS.keys()].toSorted((one, other) => other.length - one.length);
const WORD = new RegExp(LONGEST_FIRST.join('|'), 'y');
/** Codes of load boards for trailers, which are too short to be words: "V", "53R". */
const TRAILER_CODE =
  /^(?:(?:48|53)\s*(?:'|ft)?[\s-]*)?(vn?|re?|f|fl|fbt|sd|po|hs)$|^([dvrtf])[\s-]*(?:48|53)'?$/i;
const TRAILERS: Readonly<Record<string, EquipmentType>> = {
  v: 'dryvan',
  vn: 'dryvan',
  d: 'dryvan',
  r: 'reefer',
  re: 'reefer',
  t: 'reefer',
  f: 'flatbed',
  fl: 'flatbed',
  fbt: 'flatbed',
  sd: 'step_deck',
  po: 'power_only',
  hs: 'hot_shot',
};
/** Terms of two words: "high cube", "flat rack", "open top", "general purpose", "temp controlled". */
const SPLIT_WORD =
  /(high|hi|flat|open|general|temp|temperature|box|caja|step|drop|power|hot)[^a-z0-9']+(cube|rack|bed|top|deck|purpose|controlled|control|ctrl|trailer|seca|only|shot)/g;

/** "40H" and "40S": high cube and standard. */
const CONTAINER_CODE = /(?<![a-z0-9])(20|40|45)(h|s)(?![a-z0-9])/g;

/** ISO 6346 size type: length, height, type group and a digit ("45G1"). */
const ISO_SIZE_TYPE = /^([24l])([025])([grutkp])[0-9]$/;
const ISO_LENGTHS: Readonly<Record<string, Size>> = { 2: 20, 4: 40, l: 45 };
const ISO_KINDS: Readonly<Record<string, Kind>> = {
  g: 'dry',
  r: 'reefer',
  u: 'open top',
  t: 'tank',
  k: 'tank',
  p: 'flatrack',
};

function isoStatement(word: string): Statement | undefined {
  const [, length = '', height, group = ''] = ISO_SIZE_TYPE.exec(word) ?? [];
  const size = ISO_LENGTHS[length];
  const kind = ISO_KINDS[group];
  if (size === undefined || kind === undefined) return undefined;
  return { size, kind, frame: 'container', height: height === '5' ? 'high' : 'standard' };
}

/** The statements of a text, one per known word; undefined if a part of the text is unknown. */
function readStatements(text: string): readonly Statement[] | undefined {
  const plain = text.toLowerCase().replace(/[\u2018\u2019\u2032`]/g, "'");
  const words =
    plain
      .replace(SPLIT_WORD, '$1$2')
      .replace(CONTAINER_CODE, (_, size, height) => `${size}${height === 'h' ? 'hc' : 'st'}`)
      .match(/[a-z0-9']+/g) ?? [];
  const statements: Statement[] = [];
  for (const word of words) {
    const iso = isoStatement(word);
    if (iso !== undefined) {
      statements.push(iso);
      continue;
    }
    WORD.lastIndex = 0;
    while (WORD.lastIndex < word.length) {
      const statement = WORDS.get(WORD.exec(word)?.[0] ?? '');
      if (statement === undefined) return undefined;
      statements.push(statement);
    }
  }
  return statements;
}

/** The combined statements. */
interface Description {
  readonly size: Size | undefined;
  readonly kind: Kind | undefined;
  readonly frame: Frame | undefined;
  readonly height: 'high' | 'standard' | undefined;
}

/** The defined values without duplicates. */
const distinct = <Value>(values: readonly (Value | undefined)[]): readonly Value[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

/** Combines statements; undefined if two of them contradict each other or a unit has no size. */
function combine(statements: readonly Statement[]): Description | undefined {
  const sizes = distinct(statements.map(({ size }) => size));
  const kinds = distinct(statements.map(({ kind }) => kind));
  const frames = distinct(statements.map(({ frame }) => frame));
  const heights = distinct(statements.map(({ height }) => height));
  if ([sizes, kinds, frames, heights].some(({ length }) => length > 1)) return undefined;
  if (sizes.length === 0 && statements.some(({ unit }) => unit)) return undefined;
  const van = statements.some((statement) => statement.van);
  if (van && kinds[0] !== undefined && isOpenTrailer(kinds[0])) return undefined;
  return {
    size: sizes[0],
    kind: kinds[0] ?? (van ? 'dry' : undefined),
    frame: frames[0],
    height: heights[0],
  };
}

const OPEN_TRAILERS: readonly Kind[] = ['flatbed', 'step_deck', 'conestoga', 'power_only', 'hot_shot'];
const isOpenTrailer = (kind: Kind): kind is OpenTrailer => OPEN_TRAILERS.includes(kind);

const isTrailerSize = (size: Size | undefined): boolean => size === 48 || size === 53;

/** Vans, reefers and flatbeds are 48 or 53 ft long; trailers of other lengths are not supported. */
function readTrailer({ size, kind, height }: Description): EquipmentType | undefined {
  const fits = size === undefined || isTrailerSize(size) || (kind === 'hot_shot' && size === 40);
  if (height === 'high' || !fits) return undefined;
  if (kind === 'dry') return 'dryvan';
  return kind === 'reefer' || (kind !== undefined && isOpenTrailer(kind)) ? kind : undefined;
}

/** Containers by size and height; undefined for sizes that do not exist or are not supported. */
function readContainer({ size, kind = 'dry', height }: Description): EquipmentType | undefined {
  const high = height === 'high';
  if (size === 53) return kind === 'dry' ? 'domestic_53' : undefined;
  if (size === 48 || (high && size === 20)) return undefined;
  if (kind === 'dry') {
    if (size === 20) return 'container_20';
    if (size === 40) return high ? 'container_40hc' : 'container_40';
    return size === 45 && height !== 'standard' ? 'container_45hc' : undefined;
  }
  if (size === 45) return undefined;
  if (kind === 'flatrack') return 'flatrack';
  if (kind === 'open top') return 'open_top';
  if (kind === 'tank') return size === 40 || high ? undefined : 'iso_tank';
  if (kind !== 'reefer' || size === undefined) return undefined;
  return size === 20 ? 'reefer_container_20' : 'reefer_container_40';
}

/**
 * Reads an equipment type from size, kind, height and frame, in any order and case and with any separators ("Dry Van",
 * "40' HC", "45G1"). Undefined for other texts, for contradictions ("20 40", "reefer flatbed"), and for containers of 48 ft.
 */
export function readEquipmentType(text: string): EquipmentType | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const [, last, code = last] = TRAILER_CODE.exec(text.trim()) ?? [];
  if (code !== undefined) return TRAILERS[code.toLowerCase()];
  // "V - Van" says it twice.
  const [, short = '', name = ''] = /^([a-z]{1,3})\s*[-:]\s*(\S.{2,})$/i.exec(text.trim()) ?? [];
  const named = TRAILERS[short.toLowerCase()];
  if (named !== undefined) return readEquipmentType(name) === named ? named : undefined;
  const statements = readStatements(text);
  const description = statements && combine(statements);
  if (description === undefined) return undefined;
  const { size, frame, height } = description;
  const onTrailer =
    frame === 'trailer' ||
    (frame === undefined && (size === undefined || (isTrailerSize(size) && height !== 'high')));
  return onTrailer ? readTrailer(description) : readContainer(description);
}

/** The same for containers; undefined for trailers. */
export function readContainerEquipment(text: string): ContainerEquipment | undefined {
  const equipment = readEquipmentType(text);
  return equipment === undefined || isRoadEquipment(equipment) ? undefined : equipment;
}

/** Longer than every accepted spelling of an equipment type. */
const MAX_LENGTH = 100;
const MESSAGE = `must be one of ${EQUIPMENT_TYPES.join(', ')}`;

/** An equipment type of a request body, in any accepted spelling. */
export const equipmentField = v.pipe(
  boundedText(MAX_LENGTH, requiredText, () => MESSAGE),
  v.rawTransform<string, EquipmentType>(({ dataset, addIssue, NEVER }) => {
    const equipment = readEquipmentType(dataset.value);
    if (equipment !== undefined) return equipment;
    addIssue({ message: MESSAGE });
    return NEVER;
  }),
);
