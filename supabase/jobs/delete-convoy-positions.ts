import type { Job } from "./job";

/** Deletes positions of convoys 24 hours after the end of the convoy. */
export const deleteConvoyPositions: Job = {
  name: "delete-convoy-positions",
  schedule: "600 s",
  run: async ({ sql }) => void (await sql`select private.delete_convoy_positions()`),
};
