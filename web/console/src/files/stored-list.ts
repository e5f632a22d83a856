/** A list that this browser stores; empty if it stores nothing or another text. */
export function readList<Item>(
  name: string,
  isItem: (item: Partial<Item> | null) => boolean,
): readonly Item[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isItem) : [];
  } catch {
    return [];
  }
}

export function storeList(name: string, items: readonly unknown[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(items));
  } catch {
    // The browser stores nothing: the list is that of this page.
  }
}
