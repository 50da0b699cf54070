import { greatCircleKm } from "../../geo/geo/rules";
import type { ConvoyMember, Report } from "./schema";

export const CONVOYS_PATH = "/comboio";
export const convoyPath = (code: string): string => `${CONVOYS_PATH}/${code}`;

/** Handler that a guest joins with `PUT`, reports to with `POST` and leaves with `DELETE`. */
export const guestPath = (code: string): string => `/api/convoys/${code}/guest`;

/** Whether a report changes what the others see; one without news only asks. */
export const isNews = ({ status, place, hide }: Report): boolean => status !== null || place !== null || hide;

/** The Realtime topic of a convoy, and the only event on it. */
export const convoyTopic = (channel: string): string => `convoy:${channel}`;
export const CONVOY_EVENT = "changed";

/** A position older than this is marked, because the car may be far from it. */
const STALE_MINUTES = 5;

export type MemberView = ConvoyMember & {
  /** Whole minutes since the position was measured; null without a position. */
  minutes: number | null;
  isStale: boolean;
  /** Straight-line distance to the own car in km; null unless both positions are known. */
  km: number | null;
};

const URGENCY = { help: 0, stopped: 1, driving: 2 } as const;

/**
 * Members as one of them sees them: who needs help first, then who stopped, then in the order of the convoy. After the
 * end no position is shown, also not one that the device has received before.
 */
export function memberViews(members: readonly ConvoyMember[], now: number, isOver: boolean): MemberView[] {
  const shown = members.map((member) => (isOver ? { ...member, position: null } : member));
  const own = shown.find((member) => member.is_self)?.position ?? null;
  const seen = shown.map((member) => {
    const { position } = member;
    const minutes = position && Math.max(0, Math.floor((now - Date.parse(position.measured_at)) / 60_000));
    return {
      ...member,
      minutes,
      isStale: minutes !== null && minutes >= STALE_MINUTES,
      km: own && position && !member.is_self ? greatCircleKm(own, position) : null,
    };
  });
  return seen.toSorted((one, other) => URGENCY[one.status] - URGENCY[other.status]);
}
