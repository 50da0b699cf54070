export const RATINGS = [1, 2, 3, 4, 5] as const;
export const REVIEW_TOPICS = ["content", "maps", "speed", "app", "events", "services", "other"] as const;
export type ReviewTopic = (typeof REVIEW_TOPICS)[number];

/** With so few stars somebody needs an answer more than publicity. */
export function isUnhappy(rating: number): boolean {
  return rating <= 2;
}
