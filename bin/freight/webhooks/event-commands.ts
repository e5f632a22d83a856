import { Argument, type Command, Option } from 'commander';
import { newEventId } from '../../../shared/webhooks/events/event-id.ts';
import { EVENT_NAMES, type EventName } from '../../../shared/webhooks/events/event-names.ts';
import { sampleEvent } from '../../../shared/webhooks/events/sample-event.ts';
import { UsageError } from '../failures/command-errors.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { sendEvent } from './event-actions.ts';
import { readEventObject } from './event-object-file.ts';

interface SendOptions {
  readonly org: string;
  readonly event: EventName;
  readonly live?: true;
  readonly file?: string;
  readonly object?: string;
  readonly id?: string;
}

/** `freight trigger` and `freight event ...`: send events through the intake queue. */
export function addEventCommands(program: Command, session: Session): void {
  program
    .command('trigger')
    .description('Send a sample event to the test-mode webhooks of an organization')
    .addArgument(new Argument('<event>', 'event name').choices(EVENT_NAMES))
    .option(
      '--org <id>',
      'organization that receives the event (default on the local service: the demo organization)',
    )
    .addHelpText('after', example('freight trigger quote.created --org org_123'))
    .action((event: EventName, { org }: { org?: string }) => trigger(session, event, org));

  program
    .command('event')
    .description('Send events')
    .command('send')
    .description('Send an event to the webhooks of an organization through the intake queue')
    .requiredOption('--org <id>', 'organization that receives the event')
    .addOption(new Option('--event <name>', 'event name').choices(EVENT_NAMES).makeOptionMandatory())
    .option('--live', 'send to live webhooks instead of test webhooks')
    .addOption(new Option('--file <path>', 'JSON file with the object of the event').conflicts('object'))
    .option('--object <json>', 'object of the event as JSON text')
    .option('--id <id>', 'id of the event; duplicates are ignored (default: a new id)')
    .addHelpText('after', example('freight event send --org org_123 --event rfp.created --file ./rfp.json'))
    .action((options: SendOptions) => send(session, options));
}

async function send(session: Session, { org, event, live, file, object, id }: SendOptions): Promise<void> {
  const content = await readEventObject({ file, object });
  await session.workOnEvents((parts) =>
    sendEvent(session, parts, {
      orgId: org,
      id: id ?? newEventId(),
      event,
      created: parts.provisioning.now().toISOString(),
      livemode: live ?? false,
      object: content,
    }),
  );
}

async function trigger(session: Session, event: EventName, org: string | undefined): Promise<void> {
  await session.workOnEvents(async (parts) => {
    const orgId = org ?? (await parts.localApi?.demo())?.orgId;
    if (orgId === undefined) throw new UsageError('No organization. Use --org ID.');
    await sendEvent(session, parts, { orgId, ...sampleEvent(event, parts.provisioning.now()) });
  });
}
