/** Where a page that is no longer there leads: to another path of ours, or nowhere for good. */
export type Leaving = { to: string } | "gone";

/** Paths longer than this are nobody's old address. */
const MAX_PATH = 300;

/** Whether an address may have been a page of ours; anything else need not be looked for. */
export function isFormerPath(path: string): boolean {
  return path.length <= MAX_PATH && /^(?:\/[\w.~%-]+)+$/.test(path);
}

/** What a row of `redirects` says about a path; a row that leads to itself or off this site says nothing. */
export function leavingOf(path: string, row: { to_path: string | null } | null): Leaving | null {
  if (!row) return null;
  if (row.to_path === null) return "gone";
  return row.to_path !== path && /^\/(?![/\\])[^\\\s]*$/.test(row.to_path) ? { to: row.to_path } : null;
}
