import type { Command } from 'commander';
import { calendarDay, containerEquipment } from './arguments.ts';
import { type ExplainOptions, explain } from './rate-actions.ts';
import type { Session } from './session.ts';

/** `freight rate ...`: how rates come about. */
export function addRateCommands(program: Command, session: Session): void {
  const rate = program.command('rate').description('market rates, as POST /api/v1/rates answers them');

  rate
    .command('explain <terminal> <destination>')
    .description(
      'print how the rate of a lane is made, line by line; the destination is a city, ZIP, locode or terminal',
    )
    .option('--equipment <type>', 'a container in any common spelling', containerEquipment, 'container_40')
    .option('--hazmat', 'with hazardous materials')
    .option('--overweight', 'with an overweight container')
    .option('--date <day>', 'priced for a day, YYYY-MM-DD (default: today, UTC)', calendarDay)
    .action((terminal: string, destination: string, options: ExplainOptions) =>
      explain(session, terminal, destination, options),
    );
}
