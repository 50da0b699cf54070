"use server";

import { decide } from "../../panel/inbox/mutations";
import { permissionAction, provedAction, userAction } from "../../platform/action";
import { AppError } from "../../platform/error";
import { takeAttempt } from "../../platform/rate-limit";
import { createSessionClient } from "../../platform/supabase/session";
import { applyAsSeller, setCommission, setOwnPixKey } from "./mutations";
import { ownSeller } from "./queries";
import { applicationSchema, commissionSchema, decideSellerSchema, ownPixKeySchema } from "./schema";

/** Submits a seller application for the calling account; only a decision of the team changes its role. */
export const applyAction = userAction.inputSchema(applicationSchema).action(async ({ parsedInput, ctx }) => {
  if (!ctx.account.emailVerified) throw new AppError("auth.required");
  await takeAttempt("request", ctx.account.id);
  return applyAsSeller(await createSessionClient(), parsedInput);
});

/** Changes the Pix key for the caller's commission payouts. */
export const setOwnPixKeyAction = provedAction
  .inputSchema(ownPixKeySchema)
  .action(async ({ parsedInput: { pix_key, pix_key_type }, ctx }) => {
    if (!(await ownSeller(ctx.account.id))) throw new AppError("access.denied");
    return { saved: await setOwnPixKey(await createSessionClient(), pix_key, pix_key_type) };
  });

/** Approves, suspends, rejects or reopens a seller; throws when a colleague has already decided. */
export const decideSellerAction = permissionAction
  .metadata({ permission: "sellers" })
  .inputSchema(decideSellerSchema)
  .action(async ({ parsedInput }) => {
    const answer = await decide(await createSessionClient(), { kind: "seller", ...parsedInput });
    if (answer.outcome !== "saved") throw new AppError("input.invalid", { detail: answer.outcome });
  });

export const setCommissionAction = permissionAction
  .metadata({ permission: "sellers", isProved: true })
  .inputSchema(commissionSchema)
  .action(async ({ parsedInput }) => {
    await setCommission(await createSessionClient(), parsedInput);
  });
