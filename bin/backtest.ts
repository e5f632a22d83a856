import { backtestFlags, USAGE } from './backtest/flags.ts';
import { fileWeeks, simulatedWeeks } from './backtest/load-weeks.ts';
import { publishedReport, publishedText } from './backtest/published.ts';
import { reportText } from './backtest/report-text.ts';
import { scoreMarket } from './backtest/score-market.ts';
import { placeFilesReady } from './build/place-files.ts';
import { CommandFailedError } from './freight/connection/failures.ts';
import { explainedFile } from './freight/files.ts';

async function backtest(): Promise<void> {
  if (process.argv[2] === 'mails') return backtestMails();
  const flags = backtestFlags(process.argv.slice(2));
  const { csv, seed, scenario: name, loadsAWeek, warmUp } = flags;
  if (flags.help) return console.log(USAGE);
  if (flags.published !== undefined) {
    const report = await publishedReport(flags.published);
    return console.log(flags.json ? JSON.stringify(report) : publishedText(report));
  }

  await placeFilesReady();
  const leftOut = { rows: 0 };
  const weeks =
    csv === undefined ? simulatedWeeks({ seed, name, loadsAWeek }, leftOut) : await fileWeeks(csv, leftOut);
  const scored = await scoreMarket(weeks, warmUp, flags.perspective);
  const report = { ...scored, leftOut: leftOut.rows };
  console.log(flags.json ? JSON.stringify(report) : reportText(report));
}

/** The lanes of mails, read and true. */
async function backtestMails(): Promise<void> {
  const { mailReport, readMails, scoreMails } = await import('./backtest/score-mails.ts');
  await placeFilesReady();
  const scores = scoreMails(readMails());
  console.log(process.argv.includes('--json') ? JSON.stringify(scores) : mailReport(scores));
}

try {
  await backtest();
} catch (error) {
  const explained = explainedFile(process.argv.slice(2).join(' '), error);
  if (!(explained instanceof CommandFailedError)) throw explained;
  console.error(explained.message);
  process.exitCode = 1;
}
