import { slugOf } from "../../platform/slug";

export const PASSPORT_PATH = "/passaporte";

export const STAMP_TYPES = ["photo_point", "city"] as const;
export type StampType = (typeof STAMP_TYPES)[number];

/** Why `stamp_passport` refuses a stamp. */
export const STAMP_REFUSALS = [
  "already_stamped",
  "unknown_subject",
  "inaccurate",
  "too_far",
  "in_future",
  "too_old",
  "implausible_speed",
] as const;
/** Answers of the server about one stamp; after any of them the stamp leaves the queue of the device. */
export type StampResult = "stamped" | (typeof STAMP_REFUSALS)[number] | "invalid" | "other_account";

/** Largest error of a position in metres; the function `stamp_passport` has the same limits. */
const MAX_ACCURACY_M: Record<StampType, number> = { photo_point: 200, city: 1000 };

export const isAccurate = (type: StampType, accuracyM: number): boolean => accuracyM <= MAX_ACCURACY_M[type];

/** Most stamps in one request; a longer queue is sent in parts. */
export const MAX_STAMPS = 25;

/** A stamp on the device; `owner` is the account that was signed in, null before the first sign-in. */
export type QueuedStamp = {
  clientId: string;
  owner: string | null;
  type: StampType;
  id: string;
  lat: number;
  lng: number;
  accuracyM: number;
  stampedAt: string;
};

export type StampAnswer = {
  owner: string;
  results: { clientId: string; result: StampResult }[];
  /** Every stamped place of the account: `city:4209300`. */
  stamped: string[];
};

export const subjectKey = (type: string, id: string | number): string => `${type}:${id}`;

/** Reads `subjectKey`; null for anything else. */
export function subjectOf(key: string | undefined): { type: StampType; id: string } | null {
  const [, name, id] = /^(\w+):([\w-]{1,64})$/.exec(key ?? "") ?? [];
  const type = STAMP_TYPES.find((one) => one === name);
  return type && id ? { type, id } : null;
}

/** Path of a shared passport; `tokenOfSegment` reads it. The name is for people who read the address. */
export const sharePath = (name: string, token: string): string =>
  `${PASSPORT_PATH}/${slugOf(name) || "passaporte"}~${token}`;
