import { randomUUID } from 'node:crypto';
import type { Organization } from '../accounts/organizations/organization.ts';
import type { Account } from '../platform/account/account.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import type { MessageQueue, OutgoingMessage } from '../platform/sqs/sqs-message-queue.ts';
import { WORK_PREFIX, WORK_SUFFIX } from './upload-key.ts';

/** Messages of an organization that wait until it is resumed. No message waits for weeks: the bucket keeps them. */
const waitingPrefix = (orgId: string): string => `${WORK_PREFIX}${orgId}/waiting/`;

export interface OwnerPorts {
  readonly objects: ObjectStore;
  readonly findOrganization: (
    orgId: string,
  ) => Promise<Pick<Organization, 'status' | 'erasingSince'> | undefined>;
}

/** Why nothing can be imported for an owner. */
export interface OwnerFault {
  readonly reason: string;
  /** The message is stored: `resumeImports` sends it again. */
  readonly waits?: true;
}

/**
 * Undefined if the organization's data can be imported. If it is suspended, the message is stored until it is resumed.
 * @param account undefined for the operator.
 */
export async function ownerFault(
  { objects, findOrganization }: OwnerPorts,
  account: Account | undefined,
  message: string,
): Promise<OwnerFault | undefined> {
  if (account === undefined) return undefined;
  const { orgId, mode } = account;
  for (let isStored = false; ; isStored = true) {
    const organization = await findOrganization(orgId);
    if (organization === undefined) return { reason: `There is no organization ${orgId}.` };
    // Do not publish: the erasure removes imported loads, and publishes the market without them.
    if (organization.erasingSince !== undefined) return { reason: `${orgId} is being erased.` };
    if (organization.status === 'active') return undefined;
    // Checked again after the message is stored: a resumption just before has not found it.
    if (isStored) return { reason: `${orgId} is suspended.`, waits: true };
    const waiting: OutgoingMessage = { body: message, group: `${orgId}#${mode}` };
    // Each has its own object, so that a suspension right after a resumption is not lost.
    const key = `${waitingPrefix(orgId)}${randomUUID()}${WORK_SUFFIX}`;
    await objects.write(key, Buffer.from(JSON.stringify(waiting)));
  }
}

/**
 * Sends the messages of an organization that wait again; safe to repeat.
 * @returns how many were sent.
 */
export async function resumeImports(
  objects: ObjectStore,
  queue: MessageQueue,
  orgId: string,
): Promise<number> {
  let sent = 0;
  for await (const page of objects.keys(waitingPrefix(orgId))) {
    for (const key of page) {
      const waiting = await objects.read(key);
      if (waiting === undefined) continue;
      const message = JSON.parse(Buffer.from(waiting.bytes).toString()) as OutgoingMessage;
      if ((await queue.send([message])).length > 0) throw new Error(`${key} was not sent; try again`);
      await objects.remove(key);
      sent += 1;
    }
  }
  return sent;
}
