import {
  BrokenDieselBookError,
  mergeBundledWeeks,
  type RecordedWeek,
  readDieselBook,
} from '../../../shared/costs/diesel/diesel-book.ts';
import { isStaleWeek } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { BUNDLED_SOURCE } from '../../../shared/costs/diesel/diesel-prices.ts';
import {
  type DieselFault,
  type DieselFigure,
  rebuildDieselBook,
  recordDiesel,
} from '../../../shared/costs/diesel/record-diesel.ts';
import { utcDay } from '../../../shared/platform/time/utc-day.ts';
import type { Connection } from '../connection/connection.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';
import { readDieselFile } from './diesel-file.ts';
import { readGivenPrice } from './diesel-price-text.ts';
import { describeChange, tableOfWeeks } from './diesel-text.ts';

export interface RecordingFlags {
  readonly source?: string;
  readonly force?: boolean;
}

const FAULTS_SHOWN = 50;
/** Weeks that a timeline covers. */
const WEEKS_SHOWN = 13;

/** Explains how to repair damaged prices. */
async function unlessBroken<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!(error instanceof BrokenDieselBookError)) throw error;
    throw new CommandFailedError(
      `The recorded prices are damaged (${error.message}). Rebuild them with freight diesel rebuild.`,
    );
  });
}

/** All weeks with their source; bundled weeks have no recorder. */
async function allWeeks({ store }: Connection['diesel']): Promise<readonly RecordedWeek[]> {
  const recorded = (await unlessBroken(readDieselBook(store)))?.weeks ?? [];
  const bundled = { source: BUNDLED_SOURCE, recordedAt: '', recordedBy: '' };
  return mergeBundledWeeks(recorded).map((week) => ({ ...bundled, ...week }));
}

export async function showDiesel(session: Session, week: string | undefined): Promise<void> {
  await session.workOnDiesel(async (diesel) => {
    const weeks = await allWeeks(diesel);
    if (week !== undefined) return showWeek(session, diesel, weeks, week);
    const newest = weeks.at(-1)?.week ?? '';
    const stale = isStaleWeek(newest, utcDay(diesel.now()));
    session.report({ newest, stale, weeks }, [
      ...tableOfWeeks(weeks.slice(-WEEKS_SHOWN)),
      ...(stale ? ['The newest prices are more than 14 days old. Rates contain a warning.'] : []),
    ]);
  });
}

async function showWeek(
  session: Session,
  { store }: Connection['diesel'],
  weeks: readonly RecordedWeek[],
  wanted: string,
): Promise<void> {
  const found = weeks.find(({ week }) => week === wanted);
  if (found === undefined) {
    throw new CommandFailedError(
      `No prices exist for ${wanted}. The newest prices are for ${weeks.at(-1)?.week}.`,
    );
  }
  const changes = (await store.readChanges()).flatMap(({ corrections, ...facts }) =>
    corrections.filter(({ week }) => week === wanted).map((correction) => ({ ...facts, ...correction })),
  );
  session.report({ ...found, changes }, [...tableOfWeeks([found]), ...changes.map(describeChange)]);
}

export async function setDiesel(
  session: Session,
  week: string,
  given: readonly string[],
  flags: RecordingFlags,
): Promise<void> {
  const figures = given.map((text) => ({ week, ...readGivenPrice(text) }));
  await session.workOnDiesel((diesel) => record(session, diesel, figures, flags));
}

export async function importDiesel(session: Session, path: string, flags: RecordingFlags): Promise<void> {
  const { figures, faults, leftOut, fromEia } = await readDieselFile(path);
  if (faults.length > 0) throw rejected(faults, `Nothing was imported from ${path}.`);
  if (leftOut > 0) session.notify(`${leftOut} rows were skipped because rates do not use their areas.`);
  const source = flags.source ?? (fromEia ? 'EIA' : undefined);
  await session.workOnDiesel((diesel) =>
    record(session, diesel, figures, source === undefined ? flags : { ...flags, source }),
  );
}

async function record(
  session: Session,
  { store, recordedBy, now }: Connection['diesel'],
  figures: readonly DieselFigure[],
  { source = 'operator', force = false }: RecordingFlags,
): Promise<void> {
  const recorder = { source, recordedBy, now: now(), force };
  const recording = await unlessBroken(recordDiesel(store, () => figures, recorder));
  if (recording.outcome === 'rejected') {
    throw rejected(
      recording.faults,
      'No prices were recorded. Use --force to accept prices that differ by more than 30% from the previous week.',
    );
  }
  const { corrections, unchanged, version } = recording;
  const added = corrections.filter(({ before }) => before === undefined).length;
  const corrected = corrections.length - added;
  session.report({ added, corrected, unchanged, version }, [
    `${added} weeks added, ${corrected} corrected, ${unchanged} unchanged.`,
    recording.outcome === 'recorded' ? 'Rates use the change within two minutes.' : 'Rates did not change.',
  ]);
}

export async function rebuildDiesel(session: Session): Promise<void> {
  await session.workOnDiesel(async ({ store, recordedBy, now }) => {
    const { version, weeks } = await rebuildDieselBook(store, { recordedBy, now: now() });
    session.report({ version, weeks: weeks.length }, [
      `Rebuilt ${weeks.length} weeks from the stored changes.`,
    ]);
  });
}

function rejected(faults: readonly DieselFault[], summary: string): CommandFailedError {
  const lines = faults
    .slice(0, FAULTS_SHOWN)
    .map(({ row, fault }) => (row === undefined ? `${fault}.` : `row ${row}: ${fault}`));
  const more = faults.length > FAULTS_SHOWN ? [`... and ${faults.length - FAULTS_SHOWN} more`] : [];
  return new CommandFailedError([...lines, ...more, summary].join('\n'));
}
