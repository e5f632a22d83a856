import { type Command, Option } from 'commander';
import { KEY_MODES } from '../../../shared/platform/account/account.ts';
import { calendarDay, containerEquipment } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { type ExplainOptions, explain } from './rate-actions.ts';

/** `freight rate ...`: how rates are computed. */
export function addRateCommands(program: Command, session: Session): void {
  const rate = program.command('rate').description('Explain market rates');

  rate
    .command('explain <terminal> <destination>')
    .description(
      'Explain the rate of a lane line by line; the destination is a city, ZIP code, UN/LOCODE or terminal',
    )
    .option('--equipment <type>', 'container type', containerEquipment, 'container_40')
    .option('--hazmat', 'hazardous materials')
    .option('--overweight', 'overweight container')
    .option('--date <day>', 'pickup date, YYYY-MM-DD (default: today, UTC)', calendarDay)
    .option('--org <org>', 'include the loads and the accessorial tariff of this organization')
    .addOption(
      new Option('--mode <mode>', 'mode of the organization').choices([...KEY_MODES]).default('test'),
    )
    .addHelpText(
      'after',
      example('freight rate explain "APM Terminals Pier 400" "Phoenix, AZ" --equipment container_40'),
    )
    .action((terminal: string, destination: string, options: ExplainOptions) =>
      explain(session, terminal, destination, options),
    );
}
