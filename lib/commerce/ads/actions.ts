"use server";

import { permissionAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import { decideAd, setShares } from "./mutations";
import { decideAdSchema, sharesSchema } from "./schema";

/** Approves, rejects, pauses, resumes or ends a banner, and revalidates the pages. */
export const decideAdAction = permissionAction
  .metadata({ permission: "ads" })
  .inputSchema(decideAdSchema)
  .action(async ({ parsedInput }) => {
    const answer = await decideAd(await createSessionClient(), parsedInput);
    if (answer.outcome === "saved") await revalidatePages(["ads"]);
    return answer;
  });

/** Changes how many banners share a placement; what is sold stays sold. */
export const setSharesAction = permissionAction
  .metadata({ permission: "advertising_plans" })
  .inputSchema(sharesSchema)
  .action(async ({ parsedInput }) => {
    if (!(await setShares(await createSessionClient(), parsedInput))) throw new AppError("shares.changed");
    await revalidatePages(["ads"]);
  });
