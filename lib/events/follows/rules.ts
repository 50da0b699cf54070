import type { Problem } from "./schema";

/** Page that explains the next step after the form was sent, and shows the form. */
const FOLLOW_PATH = "/eventos/me-avise";

/** Page of one follow, opened from a mail. */
export const followPath = (link: string): string => `${FOLLOW_PATH}/${link}`;

/** Where the mail program ends a follow with one click (RFC 8058), and where the forms of its page are sent. */
export const followHandlerPath = (link: string): string => `/api/event-follows/${link}`;

/** Where the form leads: the same page for every address. */
export const afterFollow = (problem: Problem | null): string =>
  `${FOLLOW_PATH}?${problem ? `problema=${problem}` : "enviado=1"}`;
