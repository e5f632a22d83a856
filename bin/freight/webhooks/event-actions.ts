import type { EventMessage } from '../../../shared/webhooks/events/event-message.ts';
import { readEventMessage } from '../../../shared/webhooks/events/read-event-message.ts';
import { writeEventMessage } from '../../../shared/webhooks/events/write-event-message.ts';
import type { Connection } from '../connection/connection.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';

/**
 * Sends an event to the intake queue.
 * @throws CommandFailedError if the event is invalid, the organization is unknown or the queue rejects the message.
 */
export async function sendEvent(
  session: Session,
  { queues, provisioning }: Pick<Connection, 'queues' | 'provisioning'>,
  message: EventMessage,
): Promise<void> {
  const body = writeEventMessage(message);
  const reading = readEventMessage(body);
  if (!reading.ok) throw new CommandFailedError(`The event would be rejected: ${reading.reason}.`);
  const { orgId, id, event, livemode } = message;
  if ((await provisioning.organizations.find(orgId)) === undefined) {
    throw new CommandFailedError(`There is no organization ${orgId}.`);
  }
  const mode = livemode ? 'live' : 'test';
  const action = { action: 'event.sent', details: { event, eventId: id } } as const;
  await provisioning.organizations.recordAction(orgId, action, [mode]);
  const intake = await queues.intake();
  const notTaken = await intake.send([{ body, group: orgId }]);
  if (notTaken.length > 0)
    throw new CommandFailedError('The intake queue rejected the event. Run the command again.');
  session.report({ id, event, orgId, livemode }, [
    `${event}  ${id}  sent to the ${mode} webhooks of ${orgId}`,
  ]);
}
