"use server";

import { permissionAction } from "../../platform/action";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { decideAd } from "./mutations";
import { decideAdSchema } from "./schema";

/** Approves, rejects, pauses, resumes or ends a banner, and revalidates the pages. */
export const decideAdAction = permissionAction
  .metadata({ permission: "ads" })
  .inputSchema(decideAdSchema)
  .action(async ({ parsedInput }) => {
    const answer = await decideAd(await createSessionClient(), parsedInput);
    if (answer.outcome === "saved") await revalidatePages(["ads"]);
    return answer;
  });
