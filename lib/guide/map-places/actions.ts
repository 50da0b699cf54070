"use server";

import { z } from "zod";
import { permissionAction } from "../../platform/action";
import { stateTag } from "../../platform/cache-tags";
import { outcomeSchema } from "../../platform/outcome-schema";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { orThrow } from "../../platform/supabase/or-throw";

/** `conflict`: it was made a place before. */
const verifiedSchema = outcomeSchema({
  saved: { id: z.string(), state_abbr: z.string() },
  conflict: { id: z.string() },
  gone: true,
});

/** Turns a map place into a published, verified place of the guide. */
export const verifyMapPlaceAction = permissionAction
  .metadata({ permission: "services" })
  .inputSchema(z.strictObject({ id: z.uuid() }))
  .action(async ({ parsedInput: { id } }) => {
    const client = await createSessionClient();
    const answer = verifiedSchema.parse(orThrow(await client.rpc("verify_map_place", { id })));
    if (answer.outcome === "saved")
      await revalidatePages([stateTag("map_places", answer.state_abbr), stateTag("services", answer.state_abbr)]);
    return answer;
  });
