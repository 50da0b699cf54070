/** Page number of a query parameter; 1 when it is not a whole number from 1 to 99,999. Of repeated parameters the first counts. */
export function pageOfQuery(value: unknown): number {
  const page = Number(Array.isArray(value) ? value[0] : value);
  return Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1;
}

/** Page number of a path segment; null when invalid (`0`, `01`, `1e3`, text). */
export function pageOfSegment(segment: string): number | null {
  return /^[1-9]\d{0,4}$/.test(segment) ? Number(segment) : null;
}

/** Number of pages of a list; an empty list has one page. */
export function pageCount(total: number, per: number): number {
  return Math.max(1, Math.ceil(total / per));
}

/** First and last row index of a page. */
export function pageRange(page: number, per: number): [from: number, to: number] {
  return [(page - 1) * per, page * per - 1];
}

/** Whether a browser made a query from the form of a list: with empty fields and one parameter per ticked box. */
export const isSubmittedForm = (params: Record<string, string | string[] | undefined>): boolean =>
  Object.values(params).some((value) => value === "" || Array.isArray(value));
