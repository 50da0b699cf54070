"use server";

import { permissionAction, userAction } from "../../platform/action";
import { takeAttempt } from "../../platform/rate-limit";
import { revalidatePages } from "../../platform/revalidate";
import { createSessionClient } from "../../platform/supabase/session";
import * as write from "./mutations";
import * as schema from "./schema";

/** Stores an offer as a draft or sends it for approval; the database checks that the account runs the place. */
export const saveVoucherAction = userAction.inputSchema(schema.offerSchema).action(async ({ parsedInput, ctx }) => {
  await takeAttempt("voucher", ctx.account.id);
  const answer = await write.saveVoucher(await createSessionClient(), parsedInput);
  // A changed offer leaves the public list until it is approved again.
  if (answer.outcome === "saved") await revalidatePages(["vouchers"]);
  return answer;
});

/** Pauses, resumes or ends a voucher of a place of the account, or of any place for voucher managers. */
export const setVoucherStatusAction = userAction
  .inputSchema(schema.voucherStatusSchema)
  .action(async ({ parsedInput: { voucher, status } }) => {
    const changed = await write.setStatus(await createSessionClient(), voucher, status);
    if (changed.outcome === "saved") await revalidatePages(["vouchers"]);
    return changed;
  });

export const setVoucherLimitsAction = permissionAction
  .metadata({ permission: "vouchers" })
  .inputSchema(schema.limitsSchema)
  .action(async ({ parsedInput }) => {
    const answer = await write.setLimits(await createSessionClient(), parsedInput);
    if (answer.outcome === "saved") await revalidatePages(["vouchers"]);
    return answer;
  });

/** Makes a private link to the figures of a place. */
export const shareReportAction = userAction
  .inputSchema(schema.shareReportSchema)
  .action(async ({ parsedInput: { place }, ctx }) => {
    await takeAttempt("voucher", ctx.account.id);
    return write.shareReport(await createSessionClient(), place);
  });

export const revokeReportAction = userAction
  .inputSchema(schema.revokeReportSchema)
  .action(async ({ parsedInput: { id } }) => write.revokeReport(await createSessionClient(), id));
