import type { Command } from 'commander';
import {
  BrokenBenchmarksError,
  mergeBundledRates,
  planBenchmarkImport,
} from '../../shared/costs/trailers/benchmark-book.ts';
import { TRUCK_RATE_REPORT } from '../../shared/costs/trailers/published-rates.ts';
import type { Connection } from './connection/connection.ts';
import { CommandFailedError } from './connection/failures.ts';
import { faultyRows, readWith } from './files.ts';
import { tableLines } from './printing.ts';
import { readPublishedFile } from './published-rates-file.ts';
import type { Session } from './session.ts';

/** `freight benchmarks ...`: published rates of refrigerated trucks, which trailer prices follow. */
export function addBenchmarkCommands(program: Command, session: Session): void {
  const benchmarks = program
    .command('benchmarks')
    .description('Manage published trailer rates; quotes use a change within two minutes');
  benchmarks
    .command('show')
    .description('Show the reports that trailer prices rest on')
    .action(() => session.work((connection) => show(session, connection)));
  benchmarks
    .command('import <file>')
    .description(
      'Import reports from a CSV file (report_date, district, destination, low_usd, high_usd); all rows or none',
    )
    .option('--force', 'leave out lanes without a known place, and accept rates far from their neighbors')
    .action((file: string, { force = false }: { force?: boolean }) => importFile(session, file, force));
}

async function read({ benchmarks }: Connection) {
  try {
    return await benchmarks.store.readBook();
  } catch (error) {
    if (!(error instanceof BrokenBenchmarksError)) throw error;
    throw new CommandFailedError(
      `The imported reports are damaged (${error.message}). Delete the item benchmarks/book of the market table and import them again.`,
    );
  }
}

async function show(session: Session, connection: Connection): Promise<void> {
  const book = await read(connection);
  const rates = mergeBundledRates(book);
  const reports = [...Map.groupBy(rates, ({ date }) => date)].map(([date, own]) => {
    const { recordedAt = '', recordedBy = 'bundled' } = book.reports.find((one) => one.date === date) ?? {};
    return {
      date,
      districts: new Set(own.map(({ district }) => district)).size,
      rates: own.length,
      recordedAt,
      recordedBy,
    };
  });
  session.report({ report: TRUCK_RATE_REPORT, version: book.version, reports }, tableLines(reports));
}

const ATTEMPTS = 5;

async function importFile(session: Session, path: string, force: boolean): Promise<void> {
  const { rates, faults, unread } = await readWith(path, readPublishedFile);
  const advice = `Nothing was imported from ${path}.`;
  if (faults.length > 0) throw new CommandFailedError(faultyRows(faults, advice));
  if (unread.length > 0) session.notify(`Columns that are not used: ${unread.join(', ')}.`);
  await session.work(async (connection) => {
    const { store, recordedBy, now } = connection.benchmarks;
    const dieselFor = await connection.market.dieselFor();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const plan = planBenchmarkImport(await read(connection), rates, {
        recordedBy,
        now: now(),
        dieselFor,
        force,
      });
      if (!plan.ok) {
        const forced =
          'Use --force to leave out lanes without a place, and to accept rates far from their neighbors.';
        throw new CommandFailedError(faultyRows(plan.faults, `${advice} ${forced}`));
      }
      if ((await store.replace(plan.book)) === 'outdated') continue;
      for (const note of plan.notes) session.notify(note);
      const { added, replaced, notes } = plan;
      session.report({ added, replaced, rates: plan.rates, notes, version: plan.book.version });
      return;
    }
    throw new CommandFailedError('Other imports changed the reports at the same time: try again.');
  });
}
