import { expect, jest } from '@jest/globals';
import { runFreight } from '../../bin/freight/program.ts';
import { QUEUE_NAMES } from '../../functions/definition-types.ts';
import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { UNSET_STRATEGY } from '../../shared/quotes/strategy/pricing-strategy.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../shared/terminals/search/embedded-terminal-directory.ts';
import { resumeImports } from '../../shared/uploads/waiting-imports.ts';
import { createInMemoryUsage } from '../unit/accounts/usage/in-memory-usage-reader.ts';
import { createInMemoryBackups } from './in-memory-backups.ts';
import { createInMemoryBenchmarks } from './in-memory-benchmarks.ts';
import { createInMemoryDieselStore } from './in-memory-diesel.ts';
import { createInMemoryFailedEvents } from './in-memory-failed-events.ts';
import { createInMemoryMarket, laneReaderOf } from './in-memory-market.ts';
import { createInMemoryObjects } from './in-memory-objects.ts';
import { createInMemoryOrganizationData } from './in-memory-organization-data.ts';
import { queuesInMemory } from './in-memory-queues.ts';
import { createInMemorySearchIndex } from './in-memory-search-index.ts';
import { terminalsUnderTest } from './in-memory-terminals.ts';
import { provisioningUnderTest } from './provisioning-under-test.ts';
import { quoteCopiesUnderTest } from './quote-copies-under-test.ts';
import { recountsUnderTest } from './recounts-under-test.ts';

/** The command line with in-memory adapters: its output, its errors and its exit code. */
export function commandLineUnderTest() {
  const test = provisioningUnderTest();
  const terminals = terminalsUnderTest();
  const usage = createInMemoryUsage();
  const recounts = recountsUnderTest();
  const quoteCopies = quoteCopiesUnderTest();
  const benchmarks = createInMemoryBenchmarks();
  const diesel = createInMemoryDieselStore();
  const market = createInMemoryMarket();
  const objects = createInMemoryObjects();
  // A Wednesday; the newest of the bundled weeks is 2026-10-05.
  const dieselNow = () => new Date('2026-10-21T09:00:00Z');
  const queues = queuesInMemory();
  const dataStore = createInMemoryOrganizationData(test.provisioning.organizations, market, dieselNow);
  const searchIndex = createInMemorySearchIndex();
  const stop = Promise.withResolvers<void>();
  const connect = jest.fn(async (environment: string | undefined) => ({
    environment: 'dev' as const,
    provisioning: test.provisioning,
    terminals: terminals.ports,
    diesel: { store: diesel.store, recordedBy: 'pat', now: dieselNow },
    strategies: { current: async () => UNSET_STRATEGY, version: async () => undefined, page: async () => [] },
    usage: { reader: usage, now: test.provisioning.now },
    recounts,
    quoteCopies,
    searchIndex: searchIndex.port,
    describeSearchDomain: searchIndex.describeDomain,
    queues: queues.port,
    data: dataStore.data,
    // The values of a deployment.
    deployment:
      environment === undefined
        ? undefined
        : {
            backups: backups.port,
            failedEvents: failedEvents.port,
          },
    local: undefined,
    uploads: async () => objects,
    resumeImports: async (orgId: string) =>
      resumeImports(objects, (await queues.port.withDeadLetters('uploads')).queue, orgId),
    resumeRfps: async () => 0,
    queueNames: QUEUE_NAMES,
    benchmarks: { store: benchmarks.store, recordedBy: 'pat', now: dieselNow },
    market: {
      store: market,
      lanes: laneReaderOf(market),
      terminals: async () => buildEmbeddedDirectory(loadTerminals()),
      dieselFor: async () => dieselFor,
      now: dieselNow,
      refreshMs: 60_000,
    },
    close: () => undefined,
  }));
  const backups = createInMemoryBackups(test.provisioning.now);
  const failedEvents = createInMemoryFailedEvents();
  /** Progress texts on a terminal; empty without a terminal. */
  const drawn: string[] = [];
  let onTerminal = false;
  let typed: string | undefined;
  const freight = async (...args: string[]) => {
    const printed: string[] = [];
    const complaints: string[] = [];
    const exitCode = await runFreight(args, {
      print: (line) => printed.push(line),
      printError: (line) => complaints.push(line),
      ...(onTerminal ? { redrawLine: (text: string) => void drawn.push(text) } : {}),
      connect,
      ...(typed === undefined ? {} : { ask: async () => typed ?? '' }),
      pause: async (ms) => test.pass(ms),
      interrupted: () => stop.promise,
    });
    return { exitCode, printed: printed.join('\n'), complaints: complaints.join('\n') };
  };
  const json = async (...args: string[]) => {
    const { exitCode, printed, complaints } = await freight(...args, '--json');
    expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: '' });
    return JSON.parse(printed);
  };
  return {
    ...test,
    terminals,
    diesel,
    market,
    objects,
    usage,
    recounts,
    quoteCopies,
    queues,
    dataStore,
    backups,
    failedEvents,
    searchIndex,
    drawn,
    useTerminal: () => {
      onTerminal = true;
    },
    /** Answers every prompt with this text. */
    typing: (answer: string) => {
      typed = answer;
    },
    stop: stop.resolve,
    connect,
    freight,
    json,
  };
}
