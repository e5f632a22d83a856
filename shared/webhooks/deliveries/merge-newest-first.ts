interface Row {
  readonly deliveryId: string;
}

/**
 * Merges sources of deliveries that are each sorted newest first, and reads only as far as needed. A delivery that moves
 * between sources meanwhile is returned once.
 */
export async function* mergeNewestFirst<Found extends Row>(
  sources: readonly AsyncGenerator<Found, void>[],
): AsyncGenerator<Found, void> {
  const heads = await Promise.all(sources.map((source) => source.next()));
  for (let last: string | undefined; ; ) {
    let newest: { readonly delivery: Found; readonly position: number } | undefined;
    for (const [position, { value: delivery }] of heads.entries()) {
      if (delivery && (newest === undefined || delivery.deliveryId > newest.delivery.deliveryId)) {
        newest = { delivery, position };
      }
    }
    if (newest === undefined) return;
    const { delivery, position } = newest;
    if (delivery.deliveryId !== last) yield delivery;
    last = delivery.deliveryId;
    const source = sources[position];
    if (source !== undefined) heads[position] = await source.next();
  }
}
