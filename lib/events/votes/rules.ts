import { isLinkToken } from "../../platform/links/rules";
import type { VoteAnswer } from "./schema";

/** Page of a car, without locale prefix. */
export const votePath = (vehicle: string): string => `/eventos/votar/${vehicle}`;

/** Addresses of a registration, which contain the token of its link or, for its signed-in owner, its id. */
const ADDRESS = /\/eventos\/inscricao\/(?:status\/)?([A-Za-z0-9_-]+)/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type Ticket = { link: string } | { registration: string } | { code: string };

/** What a person pasted: the address or token of a badge, or the text of its QR code, which is not verified here. */
export function ticketOf(text: string): Ticket {
  const pasted = text.trim();
  const key = ADDRESS.exec(pasted)?.[1];
  if (key && ID.test(key)) return { registration: key };
  const token = key ?? pasted;
  return isLinkToken(token) ? { link: token } : { code: pasted };
}

/** Answers to a ticket that was guessed or is not valid any more. */
export const isRefusedTicket = (answer: VoteAnswer): boolean =>
  answer === "unknown_ticket" || answer === "replaced_badge";

export const isStored = (answer: VoteAnswer): boolean => answer === "counted" || answer === "changed";

/** Cars that share a place with another one. */
export function tiedPlaces(cars: readonly { place: number }[]): Set<number> {
  const places = cars.map(({ place }) => place);
  return new Set(places.filter((place, index) => places.indexOf(place) !== index));
}
