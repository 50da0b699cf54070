/** The time of a copy's `Date` header in milliseconds; 0 when it has none. */
export const dateOf = (copy: Response | undefined) => Date.parse(copy?.headers.get("date") ?? "") || 0;

/** The newest copy in any cache: visited pages, offline packs, the offline page's own files. */
export async function newestCopy(path: string): Promise<Response | undefined> {
  const copies = await Promise.all(
    (await caches.keys()).map(async (name) =>
      (await caches.open(name)).match(path, { ignoreSearch: true, ignoreVary: true }),
    ),
  );
  return copies.filter((copy) => copy !== undefined).sort((a, b) => dateOf(b) - dateOf(a))[0];
}
