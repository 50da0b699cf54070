"use server";

import { createSessionClient } from "../../platform/supabase/session";
import { eventAction } from "../members/service";
import { publishVotes } from "./mutations";
import { publishVotesSchema } from "./schema";

export const publishVotesAction = eventAction("events")
  .inputSchema(publishVotesSchema)
  .action(async ({ parsedInput: { event, is_published } }) => {
    await publishVotes(await createSessionClient(), event, is_published === "yes");
  });
