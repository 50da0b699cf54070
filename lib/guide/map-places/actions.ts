"use server";

import { z } from "zod";
import { permissionAction } from "../../platform/action";
import { stateTag } from "../../platform/cache-tags";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { orThrow } from "../../platform/supabase/or-throw";

const answer = z.object({
  outcome: z.enum(["verified", "already", "missing"]),
  id: z.string().optional(),
  state_abbr: z.string().optional(),
});

/** Turns a map place into a published, verified place of the guide. */
export const verifyMapPlaceAction = permissionAction
  .metadata({ permission: "services" })
  .inputSchema(z.strictObject({ id: z.uuid() }))
  .action(async ({ parsedInput: { id } }) => {
    const client = await createSessionClient();
    const {
      outcome,
      id: service,
      state_abbr: state,
    } = answer.parse(orThrow(await client.rpc("verify_map_place", { id })));
    if (state) await revalidatePages([stateTag("map_places", state), stateTag("services", state)]);
    return { outcome, service: service ?? null };
  });
