import type { Job } from "./job";

/** Ends unpaid holds and offers and gives the free places to the people who wait. */
export const expireRegistrationHolds: Job = {
  name: "expire-registration-holds",
  schedule: "300 s",
  run: async ({ sql }) => void (await sql`select private.expire_registration_holds()`),
};
