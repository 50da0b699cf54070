import type { Convoy } from "@/lib/travel/convoys/schema";

/** A convoy of three hours without members, as the server answers it at a time (milliseconds). */
export const convoyAt = (at: number, changes: Partial<Convoy> = {}): Convoy => ({
  code: "ABCDEFGH",
  name: "Serra",
  starts_at: "2026-11-24T11:00:00Z",
  ends_at: "2026-11-24T14:00:00Z",
  now: new Date(at).toISOString(),
  is_leader: false,
  channel: null,
  regroup_points: [],
  members: [],
  ...changes,
});
