export const RATINGS = [1, 2, 3, 4, 5] as const;

/** Whether a rating is low; these users are offered help instead of public channels. */
export function isUnhappy(rating: number): boolean {
  return rating <= 2;
}
