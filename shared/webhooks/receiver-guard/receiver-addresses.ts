/**
 * Where webhooks may be sent: to public addresses; or to this machine too, which only the local stage and the emulator
 * set.
 */
export const RECEIVER_ADDRESSES = ['public', 'public-and-loopback'] as const;

export type ReceiverAddresses = (typeof RECEIVER_ADDRESSES)[number];
